// The stream: which revision the page shows, whether it is connected, and the deity's mood on <html>.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const root = document.documentElement;
  const SILENCE = 11000; // ms; a sign of life comes every 5 s
  const GONE = 8000; // ms of trying after which «coming back» becomes «no connection»
  const FRESH = 1500; // ms; a page seen more recently needs no look

  const live = document.getElementById("live");
  const mesa = document.getElementById("mesa");
  vigilia.revision = Number(mesa?.dataset.revision ?? 0);
  vigilia.settlers = []; // called when the page has reached a revision

  let heard = Date.now();
  let lost = 0;

  const reached = (revision) => {
    if (revision > vigilia.revision) vigilia.revision = revision;
    for (const settle of vigilia.settlers) settle();
  };

  const state = (now) => {
    if (now === "ok") lost = 0;
    else lost ||= Date.now();
    root.dataset.live = now !== "ok" && Date.now() - lost > GONE ? "off" : now;
  };

  // The mood of what is swapped becomes the page's: its background, and the phone's own bar.
  const mirror = () => {
    const deity = document.getElementById("deity");
    const mood = deity?.dataset.mood;
    if (!mood || mood === root.dataset.mood) return;
    root.dataset.mood = mood;
    if (mesa) mesa.dataset.mood = mood;
    if (mood === "awake") vigilia.buzz(30);
    tint(1000);
  };
  const tint = (after) =>
    setTimeout(() => {
      const bar = document.querySelector("[data-theme-color]");
      const sky = getComputedStyle(root).getPropertyValue("--sky").trim();
      if (bar && sky) bar.content = sky;
    }, after);
  tint(0);

  if (!live || !window.htmx) return;

  // What a press would do: the words, where they lead and with what. Of a button that a script words, what the server last said.
  const known = new WeakMap();
  const meaning = (control) => {
    const form = control.form;
    const fields = Array.from(form?.querySelectorAll("[type=hidden]:not([name=idempotency_key])") ?? [], (field) => `${field.name}=${field.value}`);
    const leads = form?.getAttribute("action") ?? control.getAttribute("href");
    return [control.textContent.trim(), control.getAttribute("aria-label"), leads, ...fields].join("\n");
  };

  // While a strip is redrawn it keeps the number of phones, which comes by itself; what somebody unfolded stays so; a button
  // that now means something else is deaf for a moment.
  window.htmx.registerExtension("vigilia", {
    htmx_before_morph_node: (old, { newNode }) => {
      if (newNode.hasAttribute?.("data-keep") && old.id === newNode.id) return false;
      if (old.matches?.("details.fold") && newNode.matches?.("details.fold")) newNode.open = old.open;
      if (old.matches?.("button, a.btn")) {
        const now = meaning(newNode);
        if ((known.get(old) ?? meaning(old)) !== now) vigilia.meansSomethingElse(old);
        known.set(old, now);
      }
      return true;
    },
  });

  live.addEventListener("htmx:sse:after:connection", () => {
    heard = Date.now();
    state("ok");
  });
  live.addEventListener("htmx:sse:before:message", (event) => {
    heard = Date.now();
    state("ok");
    const { message } = event.detail;
    const revision = Number(message.id);
    // An older picture than the one on the screen is never drawn.
    if (!message.event && message.id && revision < vigilia.revision) event.detail.cancelled = true;
    else if (!message.event && message.id) vigilia.drawing = revision;
  });
  live.addEventListener("htmx:sse:after:message", ({ detail: { message } }) => reached(Number(message.event === "beat" ? message.data : message.id) || 0));
  live.addEventListener("htmx:sse:error", () => state("wait"));
  live.addEventListener("htmx:sse:close", () => state("wait"));
  live.addEventListener("htmx:error", () => state("wait"));
  live.addEventListener("htmx:sse:before:connection", ({ detail: { connection } }) => {
    if (connection.attempt > 1) state("wait");
  });

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const at = Number(ctx.response?.headers?.get?.("Vigilia-Revision") || NaN);
    if (ctx.sourceElement === mesa && at < vigilia.revision) {
      event.preventDefault();
      return;
    }
    if (ctx.sourceElement === mesa && !Number.isNaN(at)) vigilia.drawing = at;
    for (const task of tasks) vigilia.withTaps?.(task.fragment);
  });
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    mirror();
    if (ctx.sourceElement === mesa && vigilia.drawing) reached(vigilia.drawing);
    document.dispatchEvent(new CustomEvent("vigilia:drawn"));
  });

  // The whole table as it is now, whatever became of the stream meanwhile.
  vigilia.look = () => {
    window.htmx.ajax("GET", mesa.dataset.at, { source: mesa, swap: "none" }).catch(() => {});
  };

  // A stream that the network let go of without a word: a fresh one instead.
  const renew = () => {
    const connection = live._htmx?.sse;
    connection?.delayCanceller?.();
    connection?.reader?.cancel().catch(() => {});
  };

  const back = () => {
    if (document.hidden || Date.now() - heard < FRESH) return;
    heard = Date.now();
    vigilia.look();
    renew();
  };
  document.addEventListener("visibilitychange", back);
  window.addEventListener("pageshow", (event) => event.persisted && back());
  window.addEventListener("online", () => {
    heard = 0;
    back();
  });
  window.addEventListener("offline", () => state("wait"));

  setInterval(() => {
    if (root.dataset.live === "wait") state("wait");
    if (document.hidden || Date.now() - heard < SILENCE) return;
    heard = Date.now();
    state("wait");
    renew();
  }, 1000);
})();
