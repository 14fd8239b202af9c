// Buttons, menus and laid-out components under a message.

import { h } from "./dom.js";
import { markdown } from "./markdown.js";
import { picture, sizeOf } from "./message.js";
import { say } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const DRAW = {
  1: (it, pane, message) => h("div", { class: "row" }, all(it.components, pane, message)),
  2: button,
  3: menu,
  5: menu,
  6: menu,
  7: menu,
  8: menu,
  9: (it, pane, message) => h("div", { class: "section" }, h("div", {}, all(it.components, pane, message)), draw(it.accessory, pane, message)),
  10: (it, pane) => h("div", { class: "text" }, markdown(it.content, pane.names)),
  11: (it, pane, message) => h("div", { class: "thumbnail" }, picture(it.media.url, it.description, sizeOf(it.media.url, message))),
  12: (it, pane, message) => h("div", { class: "gallery" }, it.items.map((item) => picture(item.media.url, item.description, sizeOf(item.media.url, message)))),
  13: (it) => h("a", { class: "file", href: it.file.url, download: "" }, it.file.url.split("/").pop()),
  14: (it) => h("hr", { class: it.divider === false ? "bare" : "" }),
  17: container,
};

export function components(message, pane) {
  return all(message.components, pane, message);
}

function all(items, pane, message) {
  return items.map((it) => draw(it, pane, message));
}

function draw(it, pane, message) {
  return DRAW[it.type]?.(it, pane, message);
}

function container(it, pane, message) {
  const colour = it.accent_color === undefined || it.accent_color === null ? "" : `#${it.accent_color.toString(16).padStart(6, "0")}`;
  return h("div", { class: "embed container", style: { borderLeftColor: colour } }, all(it.components, pane, message));
}

function face(it) {
  return [it.emoji?.name ? h("span", { class: "emoji" }, it.emoji.name) : null, it.label ? h("span", {}, it.label) : null];
}

function button(it, pane, message) {
  if (it.url) return h("a", { class: "button link", href: it.url, target: "_blank", rel: "noopener noreferrer" }, face(it), " ↗");
  const control = { message: message.id, control: it.custom_id };
  const element = h("button", { class: `button ${STYLES[it.style]}`, disabled: it.disabled, data: { key: it.custom_id, press: JSON.stringify(control) } }, face(it));
  if (pane.isBusy(control)) element.classList.add("busy");
  return element;
}

// A menu's options: its own, or the server's people, roles and channels.
function offers(it, pane) {
  const people = Object.entries(pane.server.people).map(([value, person]) => ({ value, label: person.name }));
  const roles = pane.server.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = pane.seat.channels.filter((it) => it.kind !== "dm").map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  return { 3: it.options, 5: people, 6: roles, 7: [...people, ...roles], 8: channels }[it.type];
}

function menu(it, pane, message) {
  const options = offers(it, pane);
  const preset = (it.default_values ?? []).map((value) => value.id);
  const chosen = new Set(options.filter((option) => option.default || preset.includes(option.value)).map((option) => option.value));
  const most = it.max_values ?? 1;
  const before = [...chosen].join();
  const list = h("div", { class: "options", role: "listbox", hidden: true });
  const named = () => options.filter((option) => chosen.has(option.value)).map((option) => option.label).join(", ");
  const shown = h("span", {}, named() || it.placeholder || say(pane.locale, "playground.choose"));
  const close = () => {
    list.hidden = true;
    document.removeEventListener("pointerdown", outside, true);
  };
  const send = () => pane.press({ message: message.id, control: it.custom_id, values: [...chosen] });
  const outside = (event) => {
    if (element.contains(event.target)) return;
    close();
    if (most > 1 && [...chosen].join() !== before && chosen.size >= (it.min_values ?? 1)) send();
  };
  const pick = (option, row) => {
    if (most === 1) {
      chosen.clear();
      chosen.add(option.value);
      close();
      shown.textContent = option.label;
      return send();
    }
    if (!chosen.delete(option.value) && chosen.size < most) chosen.add(option.value);
    row.setAttribute("aria-selected", chosen.has(option.value));
    shown.textContent = named() || it.placeholder || "";
  };
  for (const option of options) {
    const row = h("div", { role: "option", "aria-selected": String(chosen.has(option.value)), tabindex: "-1", onclick: () => pick(option, row) }, option.emoji?.name, h("span", {}, option.label), option.description ? h("small", {}, option.description) : null);
    list.append(row);
  }
  const open = () => {
    list.hidden = !list.hidden;
    if (!list.hidden) document.addEventListener("pointerdown", outside, true);
  };
  const element = h("div", { class: "menu" }, h("button", { class: "shown", disabled: it.disabled, data: { key: it.custom_id, least: it.min_values ?? 1 }, onclick: open }, shown, h("span", { class: "arrow" }, "⌄")), list);
  return element;
}
