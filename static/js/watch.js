// What changed on the screen without this phone's doing: one flash of its own tile, one sentence for ears.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const FIGURES = "#mesa [data-value][id], #mesa .figure[id], #deity-resistance";

  const look = () => {
    const seen = new Map();
    for (const element of document.querySelectorAll(FIGURES)) seen.set(element.id, element.textContent.trim());
    return seen;
  };
  const moment = () => vigilia.moment().join(". ");
  const delta = () => document.querySelector("#deity .delta");
  const burst = () => (delta()?.dataset.entry ?? "") + (delta()?.textContent ?? "");
  const number = (text) => Number(text.replace("\u2212", "-"));

  const now = () => ({ figures: look(), moment: moment(), burst: burst() });
  let before = now();
  const since = new Map(); // figure → what it was when it was last spoken of

  const flash = (tile) => {
    tile?.classList.remove("flash");
    requestAnimationFrame(() => tile?.classList.add("flash"));
    tile?.addEventListener("animationend", () => tile.classList.remove("flash"), { once: true });
  };

  // «Véspera menos 7, quedan 113»: several taps of several phones as one sum.
  const sum = (id) => {
    const element = document.getElementById(id);
    const words = document.getElementById("say")?.dataset;
    const [from, to] = [since.get(id), element?.textContent.trim()];
    since.delete(id);
    if (!element || !words || from === to) return "";
    const name = element.dataset.name ?? element.closest("[data-name]")?.dataset.name ?? element.closest("[aria-label]")?.getAttribute("aria-label");
    const n = number(to) - number(from);
    return vigilia.fill(n < 0 ? words.less : words.more, { name, n: Math.abs(n), left: to });
  };

  document.addEventListener("htmx:before:swap", () => {
    before = now();
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!document.getElementById("people")) return;
    const after = now();
    for (const [id, text] of after.figures) {
      const was = before.figures.get(id);
      if (was === undefined || was === text) continue;
      flash(document.getElementById(id).closest("[data-person], [data-tile]"));
      if (!since.has(id)) since.set(id, was);
      vigilia.tell(id, () => sum(id));
    }
    if (after.moment !== before.moment) vigilia.tell("moment", moment);
    // The pill beside the state starts its time anew with each change it shows.
    if (after.burst !== before.burst) for (const running of delta()?.getAnimations() ?? []) running.currentTime = 0;
    before = after;
  });
})();
