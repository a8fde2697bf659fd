// Taps on − and +: the figure moves at once; taps that wait for an answer go together in the next request; none is lost.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const MINUS = "\u2212";
  const MOST = 9999;
  const BURST = 2000; // ms after the last tap; then the figure is said aloud

  // figure id → { base, shown, moves }: what the server last drew, what we show, and our moves it may not know yet.
  const figures = new Map();
  const queues = new Map();
  const text = (n) => (n < 0 ? MINUS + -n : String(n));

  const figure = (id) => {
    let known = figures.get(id);
    if (known) return known;
    const element = document.getElementById(id);
    const base = Number(element?.dataset.value ?? element?.textContent.replace(MINUS, "-"));
    if (!element || Number.isNaN(base)) return null;
    known = { id, base, fresh: base, moves: [] };
    figures.set(id, known);
    return known;
  };

  const sum = (moves) => moves.reduce((total, move) => total + move.by, 0);
  const late = (one) => one.moves.some((move) => move.late);
  const shown = (one) => one.base + sum(one.moves);

  const paint = (element, n, waiting) => {
    const words = text(n);
    if (element.textContent !== words) {
      const before = element.textContent;
      if (element.firstChild?.nodeType === 3 && element.childNodes.length === 1) element.firstChild.nodeValue = words;
      else element.textContent = words;
      const label = element.getAttribute("aria-label");
      // The figure stands behind the name, which may hold digits, too.
      const at = label?.lastIndexOf(before) ?? -1;
      if (at >= 0) element.setAttribute("aria-label", label.slice(0, at) + words + label.slice(at + before.length));
      element.dataset.len = words.length;
    }
    element.dataset.value = n;
    element.classList.toggle("figure--wait", waiting);
  };

  const repaint = (one) => {
    const element = document.getElementById(one.id);
    if (element) paint(element, shown(one), late(one));
  };

  // A fragment about to be drawn: its figures with our moves on top. While a request is on its way nobody can tell whether
  // the drawing knows it, so what is shown stays until the answer says which revision it became.
  vigilia.withTaps = (fragment) => {
    for (const one of [...figures.values()]) {
      const element = fragment.getElementById(one.id);
      if (element?.dataset.value === undefined) continue;
      one.fresh = Number(element.dataset.value);
      one.freshAt = vigilia.drawing ?? 0;
      settle(one);
      paint(element, shown(one), late(one));
    }
    vigilia.withPills(fragment);
  };

  const settle = (one) => {
    if (one.moves.some((move) => move.flying)) return;
    const at = Math.max(one.freshAt ?? 0, vigilia.revision);
    one.moves = one.moves.filter((move) => move.revision === undefined || move.revision > at);
    one.base = one.fresh;
    if (one.moves.length === 0) figures.delete(one.id);
  };
  (vigilia.settlers ||= []).push(() => {
    for (const one of [...figures.values()]) {
      settle(one);
      repaint(one);
    }
  });

  // One move of one figure: painted now, sent when its line is free. Moves with the same `line` merge.
  vigilia.move = (id, by, line, url, fields) => {
    const one = figure(id);
    const move = { by, amount: Math.abs(by) };
    if (one) {
      one.moves.push(move);
      repaint(one);
      vigilia.pill(id, by);
      document.dispatchEvent(new CustomEvent("vigilia:drawn"));
    }
    const queue = queues.get(line) ?? { waiting: [], busy: false, url, fields };
    Object.assign(queue, { url, fields });
    queue.waiting.push({ one, move });
    queues.set(line, queue);
    run(queue);
    announce(id);
  };

  const run = async (queue) => {
    if (queue.busy || queue.waiting.length === 0) return;
    queue.busy = true;
    let amount = 0;
    const going = [];
    while (queue.waiting.length > 0 && amount + queue.waiting[0].move.amount <= MOST) {
      going.push(queue.waiting.shift());
      amount += going.at(-1).move.amount;
    }
    const body = new URLSearchParams(queue.fields);
    body.delete("idempotency_key");
    body.set("amount", amount);
    const key = vigilia.key();
    for (const { move } of going) move.flying = true;
    const slow = setTimeout(() => mark(going, true), 1500);
    let answer = null;
    while (!answer) {
      try {
        answer = await vigilia.send(queue.url, body, { key });
      } catch {
        mark(going, true); // no network for a while: the same request under the same key, until it gets through
      }
    }
    clearTimeout(slow);
    const revision = Number(answer.headers.get("Vigilia-Revision"));
    for (const { one, move } of going) {
      move.flying = move.late = false;
      if (!one) continue;
      if (answer.ok) move.revision = revision;
      else {
        one.moves = one.moves.filter((other) => other !== move);
        vigilia.pill(one.id, -move.by);
      }
    }
    for (const one of new Set(going.map((entry) => entry.one))) {
      if (!one) continue;
      settle(one);
      repaint(one);
    }
    queue.busy = false;
    run(queue);
  };

  const mark = (going, isLate) => {
    for (const { one, move } of going) {
      move.late = isLate;
      if (one) repaint(one);
    }
  };

  const saying = new Map();
  const announce = (id) => {
    clearTimeout(saying.get(id));
    const say = () => {
      const element = document.getElementById(id);
      if (element) vigilia.tell(id, `${element.dataset.name ?? ""}, ${element.textContent}`);
    };
    saying.set(id, setTimeout(say, BURST));
  };

  const push = (form, by) => {
    // What a waiting tap was meant for is part of its line: a tap in Ana's turn never joins one in Beto's.
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("idempotency_key");
    vigilia.move(form.dataset.figure, by, `${form.action}?${fields}`, form.action, fields);
  };
  vigilia.keys({
    selector: "[data-counter] button",
    by: (key) => Number(key.form.dataset.by),
    now: (key) => Number(document.getElementById(key.form.dataset.figure)?.dataset.value ?? 0),
    leap: (key) => Number(key.form.dataset.leap ?? 5),
    move: (key, by) => push(key.form, by),
  });

  // A key of the keyboard, a screen reader, a script.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest?.("[data-counter]");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    push(form, Number(form.dataset.by));
  });

  // Whether taps still wait; leaving the page then asks nothing, but sends what it can (requests are kept alive).
  vigilia.unsent = () => [...queues.values()].reduce((total, queue) => total + queue.waiting.length, 0);
  window.addEventListener("pagehide", () => {
    for (const queue of queues.values()) {
      queue.busy = false;
      run(queue);
    }
  });
})();
