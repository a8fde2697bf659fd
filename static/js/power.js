// The open Power: its sum and what each one takes are worked out at every choice; the button says them and sends them.
(() => {
  "use strict";
  const MINUS = "\u2212";
  const MOST = 9999;
  let kept = null; // the choices made here, while the same Power stays open
  let drawn = null; // the Power whose form this is; the next one begins with what the table remembers of it

  const card = () => document.querySelector("[data-calc]");
  const choice = (form) => Object.fromEntries(new FormData(form));
  const fill = (sentence, fields) => sentence.replace(/\{(\w+)\}/g, (_, name) => fields[name]);

  const reckon = (form) => {
    const { printed, other, kind, target, plus } = choice(form);
    const number = Number(printed === "other" ? other : printed) || 0;
    const bonus = plus === "off" ? 0 : Number(form.dataset.plus);
    const amount = Math.min(MOST, number + bonus);
    return { number, bonus, amount, kind, target };
  };

  const draw = () => {
    const form = card();
    if (!form) return;
    if (kept?.power === form.dataset.power) {
      for (const [name, value] of Object.entries(kept.fields)) {
        const field = form.elements[name];
        if (name === "plus") field.checked = true;
        else if (field && name !== "power") field.value = value;
      }
    } else {
      kept = null;
      if (drawn !== form.dataset.power) form.reset();
    }
    drawn = form.dataset.power;
    const { number, bonus, amount, target } = reckon(form);
    const hit = target === "principal" ? form.dataset.principal : target;
    const rows = Array.from(form.querySelectorAll("[data-result]"));
    for (const row of rows) {
      const reached = hit === "all" || hit === row.dataset.result;
      const takes = reached && number && row.dataset.shield === undefined ? amount : 0;
      row.querySelector("[data-takes]").textContent = reached ? (takes ? MINUS + takes : "0") : "–";
      row.toggleAttribute("data-missed", !reached);
    }
    const button = form.querySelector("[data-apply]");
    const one = rows.find((row) => row.dataset.result === hit);
    const say = form.dataset;
    const sum = bonus ? `${number} + ${bonus} = ${amount}` : `${amount}`;
    if (!number) button.textContent = say.sayAsk;
    else if (hit === "all") button.textContent = fill(say.sayAll, { sum });
    else if (rows.length > 0 && !one) button.textContent = say.sayNone;
    else if (one?.dataset.shield !== undefined) button.textContent = fill(say.sayShielded, { name: one.dataset.name });
    else button.textContent = fill(say.sayOne, { sum, name: one?.dataset.name ?? "" });
    button.setAttribute("aria-disabled", String(!number));
    form.dataset.hit = hit;
  };

  document.addEventListener("input", (event) => {
    const form = event.target.form;
    if (!form?.matches("[data-calc]")) return;
    kept = { power: form.dataset.power, fields: choice(form) };
    draw();
    if (event.target.value === "other") form.querySelector("[name=other]")?.focus();
  });

  // The button sends the command that fits its target; «Reducir» opens the sheet with the same choices.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches?.("[data-calc]") || event.defaultPrevented) return;
    event.preventDefault();
    if (event.submitter?.hasAttribute("data-reduce")) {
      window.vigilia.openSheet(`${form.action.split("?")[0]}?${new URLSearchParams(new FormData(form))}`);
      return;
    }
    const { number, amount, kind } = reckon(form);
    if (!number) return;
    const { hit, power } = form.dataset;
    const row = hit === "all" ? null : form.querySelector(`[data-result="${CSS.escape(hit)}"]`);
    const counts = form.querySelector("[data-result]");
    let command = hit === "all" ? "damage-all" : "damage";
    let fields = { power, amount, printed: number, kind, cause: "deity" };
    if (hit !== "all") fields.participant = hit;
    if (!counts || (hit !== "all" && (!row || row.dataset.shield !== undefined))) {
      command = "resolve";
      fields = { power };
    }
    const button = event.submitter;
    button?.setAttribute("data-sending", "");
    window.vigilia.wished = Date.now();
    const rest = () => button?.removeAttribute("data-sending");
    window.vigilia.send(`${form.dataset.at}/${command}`, fields).finally(() => setTimeout(rest, 400));
  });

  // The damage sheet: what each one takes, as the reductions change.
  const text = (n) => (n < 0 ? MINUS + -n : String(n));
  const settle = (row) => {
    const form = row?.closest("[data-reckoning]");
    if (!form || row.dataset.shield !== undefined) return;
    const takes = Math.max(0, Number(form.dataset.reckoning) - (Number(row.querySelector("input")?.value) || 0));
    const before = Number(row.dataset.reckon);
    row.querySelector("[data-takes]").textContent = takes ? MINUS + takes : "0";
    const path = row.querySelector("[data-path]");
    path.textContent = `${text(before)} → ${text(before - takes)}`;
    path.classList.toggle("reckon__change--below", before - takes <= 0);
    row.querySelector("[data-falls]").hidden = before - takes > 0;
  };
  document.addEventListener("input", (event) => settle(event.target.closest?.("[data-reckon]")));

  // Somebody else's tap moves the figure from which a row of the open sheet starts.
  document.addEventListener("vigilia:drawn", () => {
    for (const row of document.querySelectorAll("dialog[open] [data-reckon]")) {
      const now = document.getElementById(`${row.dataset.of}-resistance`)?.dataset.value;
      if (now !== undefined) row.dataset.reckon = now;
      settle(row);
    }
  });

  document.addEventListener("click", (event) => {
    event.target.closest?.("[data-not-yet]")?.closest("details")?.removeAttribute("open");
  });

  // A new stage begins at its top; a long list of Powers shows the one that is open.
  let seen = document.getElementById("step")?.dataset.stage;
  let open = card()?.dataset.power;
  const follow = () => {
    const stage = document.getElementById("step")?.dataset.stage;
    const power = card()?.dataset.power;
    if (document.activeElement?.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
    // Whom somebody else's step reaches stays where they read; only who took the step is led on.
    const led = Date.now() - (window.vigilia.wished ?? 0) < 3000;
    if (led && stage !== seen) window.scrollTo({ top: 0 });
    const first = document.querySelector("#step .verdict, #step .lose") ?? card()?.closest(".power");
    if (led && power && power !== open) first?.scrollIntoView({ block: "nearest" });
    [seen, open] = [stage, power];
  };

  document.addEventListener("vigilia:drawn", () => {
    draw();
    follow();
  });
  document.addEventListener("vigilia:closed", follow);
  draw();
})();
