// The wobble on the home page. The page holds the finished picture; here its tests come one after another, from where
// a heap has grown and misses are seen. Played again, it starts with one, which stands alone until it is understood.
(() => {
  const figure = document.querySelector(".wobble"), button = figure.querySelector("button");
  const tests = [...figure.querySelectorAll(".test")], words = figure.querySelector(".now span");
  const START = 32, end = words.textContent, rows = tests.filter((test) => !test.matches(".old")).length;
  let shown = tests.length, timer = 0;

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
    tests[shown - 1].classList.add("moving");
    draw();
    if (shown === tests.length) pause();
    else timer = setTimeout(step, shown === 1 ? 2500 : shown < 6 ? 1200 : 300);
  };
  const play = () => {
    if (shown === tests.length) shown = 0;
    button.textContent = "Pause";
    step();
  };

  button.hidden = false;
  button.addEventListener("click", () => (timer ? pause() : play()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else {
    shown = START;
    draw();
    button.textContent = "Pause";
    timer = setTimeout(step, 2000);
  }
  addEventListener("beforeprint", () => {
    shown = tests.length;
    draw();
    pause();
  });
})();
