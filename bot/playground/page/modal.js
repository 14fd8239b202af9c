// A modal that the bot opened, over the seat's pane.

import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { say } from "./words.js";

export function askModal(pane, modal) {
  const controls = [];
  const close = () => overlay.remove();
  const submit = async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(controls.map((it) => [it.id, it.read()]).filter(([, value]) => value !== undefined));
    const done = await pane.act("submit", { interaction: modal.interaction, values });
    if (done) close();
  };
  const form = h(
    "form",
    { class: "modal", onsubmit: submit },
    h("h2", {}, modal.title),
    h("div", { class: "questions" }, modal.components.map((it) => question(it, pane, controls))),
    h("footer", {}, h("button", { type: "button", class: "button secondary", onclick: close }, say(pane.locale, "playground.cancel")), h("button", { class: "button primary" }, say(pane.locale, "playground.submit"))),
  );
  const overlay = h("div", { class: "overlay", onkeydown: (event) => event.key === "Escape" && close() }, form);
  pane.root.append(overlay);
  form.querySelector("input, textarea, select")?.focus();
}

function question(it, pane, controls) {
  if (it.type === 10) return h("div", { class: "text" }, markdown(it.content, pane.names));
  if (it.type === 1) return it.components.map((child) => labelled(child.label, null, child, controls));
  if (it.type === 18) return labelled(it.label, it.description, it.component, controls);
  return labelled(it.label, null, it, controls);
}

function labelled(label, description, it, controls) {
  const { element, read } = control(it);
  controls.push({ id: it.custom_id, read });
  const required = it.required ?? (it.type === 4 || it.type === 3);
  return h("label", {}, h("b", {}, label, required ? h("i", {}, " *") : null), description ? h("small", {}, description) : null, element);
}

function control(it) {
  if (it.type === 4) return text(it);
  if (it.type === 23) return checkbox(it);
  return options(it);
}

function text(it) {
  const properties = { placeholder: it.placeholder, required: it.required ?? true, minlength: it.min_length, maxlength: it.max_length, name: it.custom_id };
  const element = h(it.style === 2 ? "textarea" : "input", properties);
  element.value = it.value ?? "";
  return { element, read: () => element.value };
}

function checkbox(it) {
  const element = h("input", { type: "checkbox", checked: it.default, name: it.custom_id });
  return { element, read: () => element.checked };
}

// A menu, a radio group or a group of checkboxes: one value or several.
function options(it) {
  const isOne = it.type === 21;
  const most = isOne ? 1 : (it.max_values ?? (it.type === 22 ? it.options.length : 1));
  const element = h(
    "select",
    { multiple: most > 1, name: it.custom_id, required: it.required },
    most === 1 && !it.options.some((option) => option.default) ? h("option", { value: "" }, it.placeholder ?? "") : null,
    it.options.map((option) => h("option", { value: option.value, selected: option.default }, option.label)),
  );
  const chosen = () => [...element.selectedOptions].map((option) => option.value).filter(Boolean);
  return { element, read: () => (isOne ? chosen()[0] : chosen().length ? chosen() : undefined) };
}
