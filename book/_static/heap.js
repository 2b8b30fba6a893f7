// Chapter 0's opening: a score, and the heap of the scores that fresh questions give if nothing changes. Chapter 1's:
// one spoonful after another.
"use strict";

addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("heap"), spoon = document.getElementById("spoon");
  if (spoon) {
    const scores = [], words = make("p", { role: "status" });
    const onclick = () => {
      scores.push(Array.from({ length: 100 }, Math.random).filter((x) => x < 0.84).length);
      words.textContent = `Right of 100: ${scores.slice(-12).join(", ")}.`;
    };
    spoon.append(make("button", { type: "button", textContent: "Take another spoonful", onclick }), words);
  }
  if (!place) return;
  const OURS = [42, 60]; // right answers, and questions
  const KEPT = "0heap"; // beside the answers of answers.js, with which it is forgotten
  const rest = document.querySelector("#heap ~ details");
  const fields = ["right answers", "questions", "your guess, points"].map((name, i) => {
    const [min, step, value] = [[0, 1, OURS[0]], [1, 1, OURS[1]], [0, 0.1, ""]][i];
    const kept = remembered()[KEPT]?.fields?.[i] ?? value;
    const input = make("input", { type: "number", min, step, value: kept, max: i === 2 ? 100 : 1_000_000, required: true });
    return { input, label: make("label", {}, name, input) };
  });
  const words = make("p", { className: "reply", role: "status" }), picture = make("div", { hidden: true });
  picture.setAttribute("role", "img");
  const button = make("button", { textContent: "Show the weeks" });
  const form = make("form", {}, ...fields.map(({ label }) => label), button);
  const say = (...parts) => {
    words.replaceChildren(...parts);
    words.scrollIntoView({ block: "nearest" });
  };

  form.addEventListener("invalid", () => { // what the browser refuses has no picture, and no sentence
    picture.hidden = true;
    words.replaceChildren();
  }, true);
  form.onsubmit = (event) => {
    event.preventDefault();
    const [right, n, points] = fields.map(({ input }) => input.valueAsNumber);
    remember({ ...remembered(), [KEPT]: { fields: fields.map(({ input }) => input.value) } });
    picture.hidden = true;
    if (right > n) return say("There cannot be more right answers than questions.");
    if (rest && right === OURS[0] && n === OURS[1]) rest.open = true; // below a score of the reader's, ours stays folded
    if (right === 0 || right === n) {
      const way = [...document.querySelectorAll(".way a")].find((link) => link.textContent === "3");
      const link = way ? make("a", { textContent: "chapter 3", href: way.href }) : "chapter 3";
      return say(`Your score is ${right ? "100" : "0"}%. No wobble can be read off such a score: see `, link, ".");
    }
    const heap = chances(n, right / n);
    const both = (step) => (heap[right - step] ?? 0) + (heap[right + step] ?? 0); // chances so many answers off
    let reach = 0, within = 0; // in answers: the closest 19 weeks in 20; and the share within the guess
    for (let held = heap[right]; held < 0.95; held += both(reach)) reach += 1;
    for (let step = Math.min(n, Math.floor(points * n / 100 + 1e-9)); step > 0; step--) within += both(step);
    within += heap[right];
    const tallest = heap.reduce((a, b) => Math.max(a, b)), shown = [...heap.keys()].filter((k) => heap[k] > tallest / 1000);
    const [low, high] = [shown[0], shown.at(-1)], wide = high - low + 0.8;
    const whole = (x) => x < 1e-9 || x > 1 - 1e-9; // nothing short of 100% is shown as 100%, nothing above 0 as 0
    const percent = (x) => `${whole(x) ? Math.round(100 * x) : Math.max(0.1, Math.min(99.9, +(100 * x).toFixed(1)))}%`;
    const bars = shown.map((k) => `<rect class="${Math.abs(k - right) <= reach ? "in" : "out"}" x="${k - low}" width="0.8"
      y="${1 - heap[k] / tallest}" height="${heap[k] / tallest}"/>`);
    const guess = [-1, 1].map((sign) => right - low + 0.4 + sign * points * n / 100).filter((x) => x >= 0 && x <= wide)
      .map((x) => `<line x1="${x}" x2="${x}" y1="0" y2="1"/>`);
    picture.innerHTML = `<svg viewBox="0 0 ${wide} 1" preserveAspectRatio="none">${bars.join("")}${guess.join("")}</svg>
      <p><span>${percent(low / n)}</span><span>score next week; yours was ${percent(right / n)}</span><span>${percent(high / n)}</span></p>`;
    picture.setAttribute("aria-label", `A heap of scores from ${percent(low / n)} to ${percent(high / n)}.`);
    picture.hidden = false;
    // Two wobbles, one on top of the other: the score's own, and next week's.
    const limit = 100 * reach / n, room = 100 * Math.max(right, n - right) / n, twice = Math.min(room, limit * Math.SQRT2);
    const how = twice === room ? "up to" : Math.min(right, n - right) < 5 ? "more than" : "about";
    const because = how === "up to" ? "" : ", which is less than twice as far, because the two seldom add up in full";
    say(`If your long-run rate were exactly ${percent(right / n)}, ${percent(within)} of the weeks would land within `
      + `${points} ${points === 1 ? "point" : "points"} of it, your guess${guess.length ? " (dashed)" : ""}. To hold 19 weeks in 20 (blue) it would `
      + `take ${limit.toFixed(limit < 1 ? 2 : 1)} points. You do not know that rate: your score was only one such week. Luck was in it, and `
      + `luck will be in the next one. So from your score to the next, allow for ${how} ${twice.toFixed(twice < 1 ? 2 : twice < 5 ? 1 : 0)} points${because}.`);
  };
  place.append(form, picture, words);
});
