// Fingers: a key acts when it is let go; held, it repeats; more than 20 px of movement, a scroll or a change of its meaning cancels it.
(() => {
  "use strict";
  const vigilia = (window.vigilia ||= {});
  const FAR = 20; // px
  const SETTLE = 300; // ms in which a control that just changed its meaning is deaf
  const FIRST = 450; // ms until a held key repeats; then ever faster by one
  const [SLOW, FAST] = [180, 80];
  const ONES = 11; // repeats by one; from the next on in leaps, from one round number to the next
  const LEAP = 250;
  const CONTROL = "button, a[href], summary";

  // Without a touch before, browsers refuse to vibrate and say so aloud.
  vigilia.buzz = (ms) => navigator.userActivation?.hasBeenActive !== false && navigator.vibrate?.(ms);

  // What can be tapped and held: { selector, by(key), now(key), leap(key), move(key, by) }.
  const kinds = [];
  vigilia.keys = (kind) => kinds.push(kind);
  const keyOf = (target) => {
    for (const kind of kinds) {
      const key = target.closest?.(kind.selector);
      if (key) return { key, kind };
    }
    return null;
  };

  const changed = new WeakMap();
  vigilia.meansSomethingElse = (control) => changed.set(control, performance.now());
  const changedAt = (control) => changed.get(control) ?? -SETTLE;
  vigilia.deaf = (control) => performance.now() - changedAt(control) < SETTLE;

  const presses = new Map(); // pointer → what it pressed
  let lifted = null; // the press that ended last: the click that follows belongs to it
  vigilia.pressing = () => presses.size > 0;

  const gone = (press) => !press.key.isConnected || changedAt(press.key) > press.at;
  const stop = (press) => {
    clearTimeout(press.timer);
    press.off = true;
  };

  const pause = (n) => (n === 1 ? FIRST : n > ONES ? LEAP : SLOW - ((n - 2) * (SLOW - FAST)) / (ONES - 2));
  const repeat = (press) => {
    const { key, kind } = press;
    if (gone(press)) return stop(press);
    const sign = kind.by(key);
    let by = sign;
    if (++press.repeats > ONES) {
      const leap = kind.leap?.(key) ?? 5;
      const now = kind.now(key);
      by = (sign < 0 ? Math.ceil(now / leap) - 1 : Math.floor(now / leap) + 1) * leap - now;
    }
    kind.move(key, by);
    vigilia.buzz(5);
    press.timer = setTimeout(repeat, pause(press.repeats + 1), press);
  };

  document.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      lifted = null;
      const control = event.target.closest?.(CONTROL) ?? null;
      const press = { control, at: performance.now(), x: event.clientX, y: event.clientY, repeats: 0, off: false, ...keyOf(event.target) };
      if (press.key) press.timer = setTimeout(repeat, pause(1), press);
      presses.set(event.pointerId, press);
    },
    true,
  );

  document.addEventListener("pointermove", (event) => {
    const press = presses.get(event.pointerId);
    if (press?.key && Math.hypot(event.clientX - press.x, event.clientY - press.y) > FAR) stop(press);
  });

  document.addEventListener("pointerup", (event) => {
    const press = presses.get(event.pointerId);
    presses.delete(event.pointerId);
    if (!press) return;
    lifted = { ...press, up: performance.now() };
    if (!press.key) return;
    if (!press.off && press.repeats === 0 && !gone(press) && !vigilia.deaf(press.key)) {
      press.kind.move(press.key, press.kind.by(press.key));
      vigilia.buzz(5);
    }
    stop(press);
  });

  const drop = (id) => {
    if (presses.has(id)) stop(presses.get(id));
    presses.delete(id);
  };
  document.addEventListener("pointercancel", (event) => drop(event.pointerId));
  const dropAll = () => [...presses.keys()].forEach(drop);
  window.addEventListener("blur", dropAll);
  document.addEventListener("visibilitychange", dropAll);
  document.addEventListener("contextmenu", (event) => keyOf(event.target) && event.preventDefault());

  // A key has already acted: no click, hence no double-tap zoom where touch-action alone does not stop it.
  document.addEventListener("touchend", (event) => event.cancelable && keyOf(event.target) && event.preventDefault(), { passive: false });

  document.addEventListener(
    "click",
    (event) => {
      const control = event.target.closest?.(CONTROL);
      const press = lifted && performance.now() - lifted.up < 700 ? lifted : null;
      lifted = null;
      // Keys of a keyboard, screen readers and scripts click without a finger.
      if (!control || !event.isTrusted || event.detail === 0) return;
      const ours = press?.key && press.key === keyOf(event.target)?.key;
      const another = press && (press.control !== control || changedAt(control) > press.at);
      if (!ours && !another && !vigilia.deaf(control)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    true,
  );
})();
