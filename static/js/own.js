// What is this phone's own: its switches, its chairs, its time of day.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const switches = () => document.querySelectorAll("input[data-switch]");

  const draw = () => {
    for (const one of switches()) one.checked = vigilia.own(one.dataset.switch);
    const language = document.documentElement.lang;
    for (const time of document.querySelectorAll("time[data-local]")) {
      const at = new Date(time.dateTime);
      if (!Number.isNaN(at.getTime())) time.textContent = at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
    }
  };
  draw();
  for (const event of ["vigilia:sheet", "vigilia:drawn"]) document.addEventListener(event, draw);
  window.addEventListener("pageshow", draw);

  document.addEventListener("change", ({ target }) => {
    if (!target.matches?.("input[data-switch]")) return;
    vigilia.own(target.dataset.switch, target.checked);
    document.dispatchEvent(new CustomEvent("vigilia:own", { detail: target.dataset.switch }));
  });

  // Whoever takes a chair learns it from the answer: no pushed fragment knows whose phone it is on.
  vigilia.mine = (answer) => {
    const mine = answer?.headers?.get?.("Vigilia-Mine");
    const mesa = document.getElementById("mesa");
    if (mesa && mine !== null && mine !== undefined) mesa.dataset.mine = mine;
  };
  document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => vigilia.mine(ctx.response));
})();
