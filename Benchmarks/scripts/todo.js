// Into a TodoMVC page: 100 items are added, ticked and removed, as Speedometer does it.
addEventListener("load", async () => {
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  const press = (element, type) => {
    const event = new KeyboardEvent(type, { key: "Enter", code: "Enter", bubbles: true, cancelable: true, keyCode: 13, which: 13 });
    element.dispatchEvent(event);
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  await turn();
  await turn();
  for (let count = 0; count < 100; count += 1) {
    const input = document.querySelector(".new-todo, #new-todo");
    input.focus();
    setValue.call(input, "Something to do " + count);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    for (const type of ["keydown", "keypress", "keyup"]) press(input, type);
    const form = input.closest("form");
    if (form !== null && input.value !== "") form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await turn();
  }
  const added = all(".todo-list li, #todo-list li").length;
  for (const toggle of all(".todo-list .toggle, #todo-list .toggle")) {
    toggle.click();
    await turn();
  }
  const ticked = all(".todo-list li.completed, #todo-list li.completed").length;
  for (let count = 0; count < 90; count += 1) {
    document.querySelector(".todo-list .destroy, #todo-list .destroy")?.click();
    await turn();
  }
  const left = all(".todo-list li, #todo-list li").length;
  document.documentElement.dataset.done = added + " " + ticked + " " + left;
});
