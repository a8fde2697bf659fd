// What changed on the screen without this phone's doing: one flash of its row, one sentence at a time for ears.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const PAUSE = 3000; // ms between two sentences
  const FIGURES = "#deity-resistance, #people .figure[id]";

  const look = () => {
    const seen = new Map();
    for (const element of document.querySelectorAll(FIGURES)) seen.set(element.id, element.textContent.trim());
    return seen;
  };
  const whose = () => document.querySelector("#strip .strip__whose")?.textContent.trim() ?? "";
  const state = () => document.querySelector("#deity .sky__state")?.textContent.trim() ?? "";
  const delta = () => document.querySelector("#deity .delta");
  const burst = () => (delta()?.dataset.entry ?? "") + (delta()?.textContent ?? "");

  let before = { figures: look(), whose: whose(), burst: burst() };
  const waiting = new Map();
  let timer = null;

  const tell = () => {
    timer = null;
    if (waiting.size === 0) return;
    vigilia.say([...waiting.values()].join(". "));
    waiting.clear();
    timer = setTimeout(tell, PAUSE);
  };

  document.addEventListener("htmx:before:swap", () => {
    before = { figures: look(), whose: whose(), burst: burst() };
  });

  document.addEventListener("htmx:after:swap", () => {
    if (!document.getElementById("people")) return;
    for (const [id, text] of look()) {
      if (!before.figures.has(id) || before.figures.get(id) === text) continue;
      const element = document.getElementById(id);
      const row = element.closest(".person");
      row?.classList.remove("flash");
      requestAnimationFrame(() => row?.classList.add("flash"));
      row?.addEventListener("animationend", () => row.classList.remove("flash"), { once: true });
      const name = row?.dataset.name ?? element.dataset.name ?? "";
      waiting.set(id, `${name}, ${text}`);
    }
    if (whose() !== before.whose) waiting.set("turn", `${whose()}. ${state()}`);
    // The pill beside the state starts its time anew with each change it shows.
    if (burst() !== before.burst) for (const running of delta()?.getAnimations() ?? []) running.currentTime = 0;
    before = { figures: look(), whose: whose(), burst: burst() };
    if (!timer) tell();
  });
})();
