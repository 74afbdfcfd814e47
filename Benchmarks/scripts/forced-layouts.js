// Into a page of someone else: 2,000 times a class changes and the layout is asked for.
addEventListener("load", () => {
  const elements = [...document.body.querySelectorAll("div, li, a, p, td, h1, h2, h3, h4, h5")];
  let widths = 0;
  for (let count = 0; count < 2000; count += 1) {
    const element = elements[(count * 37) % elements.length];
    element.classList.toggle("active");
    widths += element.offsetWidth;
  }
  document.documentElement.dataset.done = widths > 0;
});
