// The moving bars of the home page. The page holds the finished picture; here its last tests come one after another.
(() => {
  const figure = document.querySelector(".wobble"), button = figure.querySelector("button"), held = figure.querySelector("b");
  const tests = [...figure.querySelectorAll(".test")], rows = tests.filter((test) => !test.matches(".out")).length;
  let shown = tests.length, timer = 0;

  const show = (count) => {
    shown = count;
    tests.forEach((test, i) => {
      test.classList.toggle("out", i >= shown || i < shown - rows);
      test.style.setProperty("--age", shown - 1 - i);
    });
    held.textContent = tests[shown - 1].dataset.held;
  };
  const name = (words, path) => {
    button.ariaLabel = words;
    button.querySelector("path").setAttribute("d", path);
  };
  const pause = () => {
    clearTimeout(timer);
    timer = 0;
    name("Play", "M2 1l7 4-7 4z");
  };
  const play = () => {
    show(shown < tests.length ? shown + 1 : rows);
    if (shown === tests.length) return pause();
    name("Pause", "M2 1h2v8H2zm4 0h2v8H6z");
    timer = setTimeout(play, 1500);
  };

  button.hidden = false;
  button.addEventListener("click", () => (timer ? pause() : play()));
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) pause();
  else play();
  addEventListener("beforeprint", () => {
    show(tests.length);
    pause();
  });
})();
