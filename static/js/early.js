// Before the first paint: what this phone chose for itself stands on <html>, so that nothing jumps when the other scripts come.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const root = document.documentElement;
  // Kept for good: awake, left. Until the tab is closed: lying, locked. Where storage is blocked: as long as the page lives.
  const STANDS = { awake: true, left: false, lying: false, locked: false };
  const memory = {};
  const store = (name) => (name === "awake" || name === "left" ? localStorage : sessionStorage);

  const read = (name) => {
    try {
      const kept = store(name).getItem(`vigilia-${name}`);
      if (kept) memory[name] = kept === "on";
    } catch {
      // blocked: what memory says
    }
    return memory[name] ?? STANDS[name];
  };

  // vigilia.own("left") asks, vigilia.own("left", true) sets; CSS reads html[data-left].
  vigilia.own = (name, on) => {
    if (on !== undefined) {
      memory[name] = on;
      try {
        store(name).setItem(`vigilia-${name}`, on ? "on" : "off");
      } catch {
        // blocked: memory has it
      }
    }
    const now = read(name);
    root.toggleAttribute(`data-${name}`, now);
    return now;
  };

  root.classList.add("js");
  for (const name of Object.keys(STANDS)) vigilia.own(name);

  // How the table is drawn for a phone in its middle (lying.css, fetched by the first one that lies): by the switch, and
  // whenever the phone lies on its long side.
  const long = matchMedia("(max-height: 480px) and (orientation: landscape)");
  const { lyingSheet } = document.currentScript.dataset;
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: lyingSheet });
  sheet.setAttribute("blocking", "render");
  const lie = () => {
    const lies = long.matches || vigilia.own("lying");
    if (lies && !sheet.isConnected) document.head.append(sheet);
    root.toggleAttribute("data-lies", lies);
  };
  long.addEventListener("change", lie);
  document.addEventListener("vigilia:own", lie);
  lie();
})();
