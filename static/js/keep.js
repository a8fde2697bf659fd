// What a redraw must not take away: where the focus is, and what lies under the eyes.
(() => {
  "use strict";
  const CAN = "a[href], button, input:not([type=hidden]), select, textarea, summary";
  let focus = null;
  let sight = null;

  const inside = (place) => Array.from(place.querySelectorAll(CAN));

  document.addEventListener("htmx:before:swap", () => {
    const active = document.activeElement;
    const place = active?.closest?.("#mesa [id]");
    focus = place && { active, id: place.id, n: inside(place).indexOf(active) };
    // Browsers that hold the view still by themselves need no help.
    const row = scrollY > 0 && !CSS.supports("overflow-anchor", "auto") && document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("[id]");
    sight = row && { id: row.id, top: row.getBoundingClientRect().top };
  });

  document.addEventListener("htmx:after:swap", () => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (focus && lost) {
      const place = document.getElementById(focus.id);
      const again = focus.active.isConnected ? focus.active : focus.n < 0 ? place : place && (inside(place)[focus.n] ?? inside(place).at(-1));
      (again ?? document.getElementById("content"))?.focus({ preventScroll: true });
    }
    const row = sight && document.getElementById(sight.id);
    if (row) window.scrollBy(0, row.getBoundingClientRect().top - sight.top);
    focus = sight = null;
  });
})();
