// The wobble on the home page. The page holds the finished picture; here its tests come one after another. The first
// time some have been taken before one looks, so that there is a heap at once.
(() => {
  const FIRST = 30;
  const figure = document.querySelector(".wobble"), button = figure.querySelector("button");
  const tests = [...figure.querySelectorAll(".test")], words = figure.querySelector(".now span");
  const end = words.textContent, rows = tests.filter((test) => !test.matches(".old")).length;
  let shown = tests.length, start = 0, timer = 0;

  const draw = () => {
    tests.forEach((test, i) => {
      test.classList.toggle("later", i >= shown);
      test.classList.toggle("old", i < shown - rows);
      test.style.setProperty("--age", shown - 1 - i);
    });
    const held = tests.slice(0, shown).filter((test) => !test.matches(".miss")).length;
    words.textContent = shown === tests.length ? end
      : `Test ${shown}: ${tests[shown - 1].dataset.says}. So far ${held} of ${shown} intervals hold the truth.`;
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = shown < tests.length ? "Go on" : "Play";
  };
  const step = () => {
    shown += 1;
    draw();
    if (shown === tests.length) pause();
    else timer = setTimeout(step, shown - start < 6 ? 1200 : 300); // slow until it is understood
  };
  const play = (from = 0) => {
    figure.classList.add("moving");
    if (shown === tests.length) shown = start = from;
    button.textContent = "Pause";
    step();
  };

  button.hidden = false;
  button.addEventListener("click", () => (timer ? pause() : play()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else play(FIRST);
})();
