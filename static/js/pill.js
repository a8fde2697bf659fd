// The pill beside a figure: what this phone's taps add up to while the burst lasts.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const BURST = 2000; // ms after the last tap
  const STAYS = 4400; // as long as .delta takes to fade,
  const FADES = 400; // of which it fades
  const bursts = new Map(); // figure id → { sum, at, own: the pill that lies over the figure }
  const text = (n) => (n < 0 ? `\u2212${-n}` : `+${n}`);
  const home = (place, id) => place.querySelector(`[data-deltas="${CSS.escape(id)}"]`);
  const anew = (pill) => pill.getAnimations?.().forEach((running) => (running.currentTime = 0));

  const made = () => {
    const pill = document.createElement("span");
    pill.className = "delta";
    pill.id = "delta-own";
    return pill;
  };

  // Where the page has a place for it (beside the deity's state), the pill stands there, else it floats over the figure.
  const inside = (place, burst) => {
    const pill = place.querySelector(".delta") ?? place.appendChild(made());
    pill.textContent = text(burst.sum);
    return pill;
  };

  const floating = (id, burst) => {
    const figure = document.getElementById(id);
    if (!figure) return;
    if (!burst.own) {
      burst.own = made();
      burst.own.removeAttribute("id");
      burst.own.classList.add("delta--own");
      burst.own.setAttribute("aria-hidden", "true");
      // Measured once: while a burst lasts its figure stays where it is.
      const at = figure.getBoundingClientRect();
      burst.own.style.left = `${at.left + at.width / 2 + scrollX}px`;
      burst.own.style.top = `${at.top + scrollY}px`;
      document.body.append(burst.own);
    }
    burst.own.textContent = text(burst.sum);
    burst.own.classList.remove("delta--gone");
  };

  vigilia.pill = (id, by) => {
    let burst = bursts.get(id);
    if (!burst || performance.now() - burst.at > BURST) {
      burst?.own?.remove();
      bursts.set(id, (burst = { sum: 0 }));
    }
    burst.sum += by;
    burst.at = performance.now();
    clearTimeout(burst.fading);
    clearTimeout(burst.timer);
    burst.fading = setTimeout(() => burst.own?.classList.add("delta--gone"), STAYS - FADES);
    burst.timer = setTimeout(() => {
      burst.own?.remove();
      if (bursts.get(id) === burst) bursts.delete(id);
    }, STAYS);
    const place = home(document, id);
    if (place) anew(inside(place, burst));
    else floating(id, burst);
  };

  // Turned, the phone draws its figures elsewhere.
  window.addEventListener("resize", () =>
    bursts.forEach((burst) => {
      burst.own?.remove();
      burst.own = null;
    }),
  );

  // A fragment about to be drawn keeps the pill of a burst that is still growing.
  vigilia.withPills = (fragment) => {
    for (const [id, burst] of bursts) {
      const place = performance.now() - burst.at < BURST && home(fragment, id);
      if (!place) continue;
      const live = home(document, id)?.querySelector(".delta");
      const pill = inside(place, burst);
      if (live) pill.id = live.id;
    }
  };
})();
