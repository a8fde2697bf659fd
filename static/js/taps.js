// Taps on − and +: the figure moves at once; taps that wait for an answer go together in the next request; none is lost.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const MINUS = "\u2212";
  const MOST = 9999;
  const BURST = 2000; // ms after the last tap in which the sum is said aloud

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
      if (label) element.setAttribute("aria-label", label.replace(before, words));
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
      else one.moves = one.moves.filter((other) => other !== move);
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

  let saying;
  const announce = (id) => {
    clearTimeout(saying);
    saying = setTimeout(() => {
      const element = document.getElementById(id);
      if (element) vigilia.say(`${element.dataset.name ?? ""}, ${element.textContent}`);
    }, BURST);
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest?.("[data-counter]");
    if (!form || event.defaultPrevented) return;
    event.preventDefault();
    const { figure: id, by } = form.dataset;
    // What a waiting tap was meant for is part of its line: a tap in Ana's turn never joins one in Beto's.
    const fields = new URLSearchParams(new FormData(form));
    fields.delete("idempotency_key");
    vigilia.move(id, Number(by), `${form.action}?${fields}`, form.action, fields);
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
