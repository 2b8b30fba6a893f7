// Chapter 0's opening: a score, and the heap of the scores that fresh questions give if nothing changes. Chapter 1's:
// one spoonful after another.
"use strict";

// The chance of each number right, from the one before it; from the middle out, so that nothing underflows.
function chances(n, rate) {
  const odds = rate / (1 - rate), top = Math.min(n, Math.floor((n + 1) * rate)), heap = Array(n + 1).fill(0);
  heap[top] = 1;
  for (let k = top; k < n && rate < 1; k++) heap[k + 1] = heap[k] * (n - k) / (k + 1) * odds;
  for (let k = top; k > 0 && rate < 1; k--) heap[k - 1] = heap[k] * k / (n - k + 1) / odds;
  const sum = heap.reduce((a, b) => a + b);
  return heap.map((chance) => chance / sum);
}

addEventListener("DOMContentLoaded", () => {
  const place = document.getElementById("heap"), spoon = document.getElementById("spoon");
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  if (spoon) {
    const scores = [], words = make("p", { role: "status" });
    const onclick = () => {
      scores.push(Array.from({ length: 100 }, Math.random).filter((x) => x < 0.84).length);
      words.textContent = `Right of 100: ${scores.slice(-12).join(", ")}.`;
    };
    spoon.append(make("button", { type: "button", textContent: "Take another spoonful", onclick }), words);
  }
  if (!place) return;
  const fields = ["right answers", "questions", "your guess, points"].map((name, i) => {
    const [min, step, value] = [[0, 1, 42], [1, 1, 60], [0, 0.1, ""]][i];
    const input = make("input", { type: "number", min, step, value, max: 5000, required: true });
    return { input, label: make("label", {}, name, input) };
  });
  const words = make("p", { role: "status" }), picture = make("div", { hidden: true });
  picture.setAttribute("role", "img");
  const button = make("button", { textContent: "Show the weeks" });
  const form = make("form", {}, ...fields.map(({ label }) => label), button);

  form.onsubmit = (event) => {
    event.preventDefault();
    const [right, n, points] = fields.map(({ input }) => input.valueAsNumber);
    if (!(right <= n)) {
      picture.hidden = true;
      words.textContent = "There cannot be more right answers than questions.";
      return;
    }
    const heap = chances(n, right / n);
    const distance = heap.map((_, k) => Number((100 * Math.abs(k - right) / n).toFixed(6))); // in points
    const within = (limit) => heap.reduce((sum, chance, k) => sum + (distance[k] <= limit ? chance : 0), 0);
    const limit = [...distance].sort((a, b) => a - b).find((d) => within(d) >= 0.95);
    const tallest = Math.max(...heap), shown = [...heap.keys()].filter((k) => heap[k] > tallest / 1000);
    const [low, high] = [shown[0], shown.at(-1)];
    const whole = (x) => x < 1e-9 || x > 1 - 1e-9; // nothing short of 100% is shown as 100%, nothing above 0 as 0
    const percent = (x) => `${whole(x) ? Math.round(100 * x) : Math.max(0.1, Math.min(99.9, +(100 * x).toFixed(1)))}%`;
    const bars = shown.map((k) => `<rect class="${distance[k] <= points ? "in" : "out"}" x="${k - low}" width="0.8"
      y="${1 - heap[k] / tallest}" height="${heap[k] / tallest}"/>`);
    picture.innerHTML = `<svg viewBox="0 0 ${high - low + 0.8} 1" preserveAspectRatio="none">${bars.join("")}</svg>
      <p><span>${percent(low / n)}</span><span>score next week</span><span>${percent(high / n)}</span></p>`;
    picture.setAttribute("aria-label", `A heap of scores from ${percent(low / n)} to ${percent(high / n)}.`);
    picture.hidden = false;
    rest.open = true;
    words.textContent = `Your score is ${percent(right / n)}. If nothing changes, ${percent(within(points))} of the `
      + `weeks land within ${points} points of it (blue). To hold 19 weeks in 20 it takes ${limit.toFixed(1)} points.`;
  };
  place.append(form, picture, words);
  // What came of ours stays folded until there is a guess.
  const rest = make("details", { className: "fold" }, make("summary", { textContent: "Show what happens" }));
  for (let next; (next = place.nextElementSibling) && !next.matches("section"); ) rest.append(next);
  place.after(rest);
});
