// The calculator's picture: intervals on a line, of differences with zero.

"use strict";

const GiveOrTakePicture = (found, width, caption = "") => {
  const S = GiveOrTakeStatistics;
  const intervals = [found].flat();
  const difference = intervals[0].unit === "points";
  const label = (x, { low, high, unit }) => S.finer(x, (high - low) / 2, unit).replace(" points", "").replace(/^\+(?=0\.0+$)/, "");

  const all = [...intervals.flatMap(({ low, high }) => [low, high]), ...(difference ? [0] : [])];
  let [from, to] = [Math.min(...all), Math.max(...all)];
  const room = Math.max((to - from) * 0.35, 1e-9);
  [from, to] = [Math.max(from - room, difference ? -1 : 0), Math.min(to + room, 1)];
  const margin = 16 + 8 * Math.max(...intervals.flatMap((one) => [label(one.low, one).length, label(one.high, one).length]));
  const x = (value) => margin + ((value - from) / (to - from)) * (width - 2 * margin);
  const ROW = 50;
  const axis = 18 + ROW * intervals.length;

  const parts = [];
  const make = (tag, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = text.replace("-", "−");
    return made;
  };
  const draw = (...what) => parts.push(make(...what));

  for (const tick of ticks(Math.max(1, Math.min(6, (width - 2 * margin) / (5 * margin / 4))))) {
    draw("line", { x1: x(tick), x2: x(tick), y1: axis, y2: axis + 6, class: "axis" });
    const sign = difference && tick > 0 ? "+" : "";
    draw("text", { x: x(tick), y: axis + 22, class: "tick" }, `${sign}${Number((100 * tick).toPrecision(10))}${difference ? "" : "%"}`);
  }
  draw("line", { x1: x(from), x2: x(to), y1: axis, y2: axis, class: "axis" });
  if (difference) draw("line", { x1: x(0), x2: x(0), y1: 28, y2: axis, class: "zero" });
  intervals.forEach((one, row) => {
    const { low, high, estimate } = one;
    const y = 40 + ROW * row;
    draw("line", { x1: x(low), x2: x(high), y1: y, y2: y, class: "bar" });
    for (const end of [low, high]) draw("line", { x1: x(end), x2: x(end), y1: y - 8, y2: y + 8, class: "bar" });
    draw("circle", { cx: x(estimate), cy: y, r: 6, class: "dot" });
    // Beside its end; below it where zero lies between the end and the room for the label.
    const crosses = (end, out) => difference && (x(0) - x(end)) * (x(0) - x(end) - out * (12 + 9 * label(end, one).length)) < 0;
    for (const [end, out] of [[low, -1], [high, 1]]) {
      if (label(end, one) === label(estimate, one)) continue; // it stands above
      const below = crosses(end, out);
      const side = below ? -out : out;
      draw("text", { x: x(end) + side * (below ? 0 : 8), y: y + (below ? 23 : 5), class: "end", "text-anchor": side < 0 ? "end" : "start" }, label(end, one));
    }
    draw("text", { x: x(estimate), y: y - 18, class: "estimate" }, label(estimate, one));
  });

  const words = intervals.map(S.intervalText).join("; ");
  const svg = make("svg", { viewBox: `0 0 ${width} ${axis + 30}`, class: "calculator-picture", role: "img" });
  svg.setAttribute("aria-label", `${caption ? `${caption}: ` : ""}${words}, drawn on a line`);
  svg.append(...parts);
  return svg;

  /** Round numbers on the axis. */
  function ticks(most) {
    const rough = (to - from) / most;
    const power = 10 ** Math.floor(Math.log10(rough));
    const size = [1, 2, 5, 10].map((x) => x * power).find((x) => x >= rough);
    const [first, last] = [Math.ceil(from / size - 1e-9), Math.floor(to / size + 1e-9)];
    return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * size);
  }
};
