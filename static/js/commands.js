// Commands: one key per wish, kept for its retries; a button that was pressed waits; what a refusal says is shown.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const PATIENCE = 8000; // ms during which a command that found no network tries again by itself

  // crypto.randomUUID is missing over plain http; random bytes are not.
  vigilia.key = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  vigilia.notice = () => document.getElementById("notice");

  vigilia.clearNotice = () => vigilia.notice()?.replaceChildren();

  vigilia.warn = (text) => {
    const box = document.createElement("div");
    const words = document.createElement("p");
    box.className = "notice";
    words.className = "notice__words";
    words.textContent = text;
    box.append(words);
    vigilia.notice()?.replaceChildren(box);
  };

  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  // fetch that goes on trying while there is no network or the server says «in a moment»: the key makes it harmless.
  vigilia.insist = async (url, options, patience = PATIENCE) => {
    const until = Date.now() + patience;
    for (let pause = 250; ; pause = Math.min(pause * 2, 1500)) {
      try {
        const answer = await fetch(url, options);
        if (answer.status !== 503 || Date.now() > until) return answer;
      } catch (error) {
        if (options.signal?.aborted || Date.now() > until) throw error;
      }
      await wait(pause);
    }
  };

  // Sends fields outside of any form; the answer's notice (if any) goes to its place.
  vigilia.send = async (url, fields, { key = vigilia.key(), patience = PATIENCE } = {}) => {
    const body = fields instanceof URLSearchParams ? fields : new URLSearchParams(fields);
    const headers = { "HX-Request": "true", Accept: "text/html", "Idempotency-Key": key };
    const answer = await vigilia.insist(url, { method: "POST", body, headers, credentials: "same-origin", keepalive: true }, patience);
    vigilia.mine(answer);
    if (answer.ok) vigilia.clearNotice();
    else await vigilia.show(await answer.text());
    return answer;
  };

  // Puts a text of fragments where they belong.
  vigilia.show = (text) => window.htmx.swap({ text, target: document.body, swap: "none", sourceElement: document.body });

  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST") return;
    ctx.request.body.delete("idempotency_key");
    ctx.request.headers["Idempotency-Key"] = vigilia.key();
    ctx.fetch = (url, options) => vigilia.insist(url, options);
    vigilia.wished = Date.now();
    vigilia.sends(ctx.request.submitter);
  });

  // What was pressed says that its answer is on its way; ``vigilia.rests``: that it came.
  vigilia.sends = (control) => {
    control?.setAttribute("data-sending", "");
    control?.setAttribute("aria-busy", "true");
  };
  vigilia.rests = (control) => {
    control?.removeAttribute("data-sending");
    control?.removeAttribute("aria-busy");
  };
  const rest = (ctx) => vigilia.rests(ctx?.request?.submitter);

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    // Done: the push that follows redraws the button; were it to stay away, the button comes back by itself.
    if (ctx.response?.status === 204) setTimeout(rest, 1200, ctx);
    else rest(ctx);
  });

  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.request.method !== "POST" || ctx.response?.status !== 204) return;
    vigilia.clearNotice();
    // A page without a stream learns of it by being read again.
    if (!document.getElementById("live")) location.assign(ctx.request.form?.dataset.then ?? document.getElementById("mesa")?.dataset.at ?? location.href);
  });

  document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
    if (ctx?.request?.method !== "POST") return;
    rest(ctx);
    const live = document.getElementById("live");
    if (live?.dataset.unsent) vigilia.warn(live.dataset.unsent);
  });

  // A second press while the first is on its way, and a press that was meant for what stood there before, do nothing.
  document.addEventListener(
    "submit",
    (event) => {
      const button = event.submitter;
      const deaf = button && (button.hasAttribute("data-sending") || vigilia.deaf(button));
      if (!deaf) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-dismiss]") || !vigilia.notice()) return;
    event.preventDefault();
    vigilia.clearNotice();
  });
})();
