// The screen stays on while the table plays: by a wake lock where there is one, over plain http by a film of four dark seconds.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const live = document.getElementById("live");
  if (!live) return;
  // Safari counts only a film with sound that isn't muted and doesn't loop by itself; the others also one that is large enough.
  const APPLE = navigator.vendor.startsWith("Apple");
  const EARLIEST = 10000; // ms after which a film begins without a touch: no phone sleeps sooner, and the page comes first
  let held = null; // the wake lock
  let asking = false;
  let film = null;
  let refused = false;
  let touched = false;

  const wanted = () => vigilia.own("awake") && !document.hidden && document.querySelector("[data-playing]") !== null;

  const letGo = () => {
    held?.release().catch(() => {});
    held = null;
    film?.pause();
  };

  const ask = async () => {
    asking = true;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => held === lock && (held = null));
      held = lock;
      refused = false;
    } catch {
      refused = true; // without a touch, or with a flat battery: the next touch asks again
    }
    asking = false;
    if (!wanted()) letGo();
  };

  const play = () => {
    if (!film) {
      film = document.createElement("video");
      film.className = "film";
      film.muted = !APPLE;
      film.loop = !APPLE;
      film.playsInline = true;
      film.disableRemotePlayback = true;
      film.setAttribute("aria-hidden", "true");
      film.tabIndex = -1;
      film.src = live.dataset.film;
      // Ambient: whoever plays music on this phone goes on hearing it.
      if (APPLE && navigator.audioSession) navigator.audioSession.type = "ambient";
      if (APPLE) film.addEventListener("timeupdate", () => film.currentTime > 2 && (film.currentTime = 0.2));
      document.body.append(film);
    }
    film.play().then(
      () => {
        refused = false;
        if (!wanted()) film.pause();
      },
      () => (refused = true),
    );
  };

  const update = () => {
    if (!wanted()) letGo();
    else if (!navigator.wakeLock) {
      if ((touched || performance.now() > EARLIEST) && (!film || film.paused)) play();
    } else if (!held && !asking) ask();
  };

  document.addEventListener("visibilitychange", update);
  document.addEventListener("vigilia:drawn", update);
  document.addEventListener("vigilia:own", update);
  document.addEventListener("pointerup", () => {
    touched = true;
    update();
  });
  setTimeout(update, EARLIEST + 1);
  update();

  // Where neither works, the switch says what to do.
  const tell = () => {
    const sentence = document.querySelector("[data-awake-sentence]");
    if (sentence) sentence.hidden = isSecureContext || !refused || !wanted();
  };
  document.addEventListener("vigilia:sheet", tell);
  document.addEventListener("vigilia:own", tell);
})();
