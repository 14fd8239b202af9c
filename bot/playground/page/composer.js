// A seat's input: plain messages, or a slash command with its options and suggestions.

import { fold, h, same } from "./dom.js";
import { nameOf } from "./message.js";
import { localised, say } from "./words.js";

const BOOLEAN = 5;
const PAUSE = 120;

export class Composer {
  constructor(pane) {
    this.pane = pane;
    this.popup = h("div", { class: "popup", id: `${pane.key}-suggestions`, role: "listbox", hidden: true });
    this.line = h("div", { class: "line" });
    this.root = h("footer", { class: "composer" }, this.popup, this.line);
    this.root.addEventListener("focusout", (event) => this.root.contains(event.relatedTarget) || this.close());
    this.items = [];
    this.at = -1;
  }

  // ---- plain text

  reset({ focus = false } = {}) {
    this.command = null;
    this.line.onkeydown = null;
    this.close();
    this.input = h("input", { class: "free", autocomplete: "off", spellcheck: "false", placeholder: this.hint(), "aria-label": this.hint(), ...this.combobox(), oninput: () => this.typed(), onkeydown: (event) => this.freeKey(event) });
    this.line.replaceChildren(this.input);
    if (focus) this.input.focus();
  }

  // An input that suggestions belong to.
  combobox() {
    return { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.popup.id };
  }

  // Tells screen readers whether there are suggestions, and which one is chosen.
  tellSuggestions() {
    this.popup.setAttribute("aria-label", say(this.pane.locale ?? "en-US", "playground.suggestions"));
    for (const input of this.line.querySelectorAll("[role=combobox]")) {
      const isHere = !this.popup.hidden && input === document.activeElement;
      input.setAttribute("aria-expanded", String(isHere));
      if (isHere && this.at >= 0) input.setAttribute("aria-activedescendant", this.popup.children[this.at].id);
      else input.removeAttribute("aria-activedescendant");
    }
  }

  hint() {
    const { pane } = this;
    const channel = pane.seat?.channels.find((it) => it.id === pane.active);
    if (!channel) return "";
    const name = channel.kind === "dm" ? pane.server.people[pane.server.bot].name : `#${channel.name}`;
    return say(pane.locale, "playground.write", { name });
  }

  async typed() {
    const text = this.input.value;
    if (!text.startsWith("/")) return this.close();
    const commands = this.pane.commands.length ? this.pane.commands : await this.pane.loadCommands();
    const exact = text.endsWith(" ") && commands.find((it) => this.isNamed(it, text.slice(1).trim()));
    if (exact) return this.begin(exact);
    const wanted = fold(text.slice(1));
    const rank = (it) => (fold(nameOf(it, this.pane.locale)).startsWith(wanted) || it.path.join(" ").startsWith(wanted) ? 0 : 1);
    const found = commands.filter((it) => fold(nameOf(it, this.pane.locale)).includes(wanted) || it.path.join(" ").includes(wanted));
    found.sort((a, b) => rank(a) - rank(b) || nameOf(a, this.pane.locale).localeCompare(nameOf(b, this.pane.locale)));
    this.offer(found.map((it) => ({ label: `/${nameOf(it, this.pane.locale)}`, note: localised(this.pane.locale, it.descriptions, it.description), pick: () => this.begin(it) })), 0);
  }

  isNamed(command, text) {
    return same(nameOf(command, this.pane.locale), text) || command.path.join(" ") === text;
  }

  async freeKey(event) {
    if (this.moveIn(event)) return;
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    if (text.startsWith("/")) return this.pane.tell(say(this.pane.locale, "playground.command-gone", { name: text.slice(1) }));
    this.input.value = "";
    await this.pane.act("write", { text });
  }

  // ---- a command

  begin(command) {
    this.command = command;
    this.fields = new Map();
    this.close();
    this.extra = h("span", { class: "extra" });
    this.more = h("input", { class: "more", autocomplete: "off", spellcheck: "false", size: 2, "aria-label": say(this.pane.locale, "playground.options"), ...this.combobox(), oninput: () => this.moreTyped() });
    this.line.replaceChildren(h("span", { class: "name", tabindex: "-1" }, `/${nameOf(command, this.pane.locale)}`), this.extra, this.more, h("button", { class: "send", title: say(this.pane.locale, "playground.send"), "aria-label": say(this.pane.locale, "playground.send"), onclick: () => this.submit() }, "➤"));
    for (const option of command.options.filter((it) => it.required)) this.add(option);
    this.drawExtra();
    this.lastInput(0).focus();
    this.line.onkeydown = (event) => this.commandKey(event);
  }

  optionName(option) {
    return localised(this.pane.locale, option.name_localizations, option.name);
  }

  add(option, { focus = false } = {}) {
    const input = h("input", { autocomplete: "off", spellcheck: "false", "aria-label": this.optionName(option), size: 4, ...this.combobox(), oninput: () => this.fieldTyped(field), onfocus: () => this.suggest(field) });
    const element = h("label", { class: "field", title: localised(this.pane.locale, option.description_localizations, option.description) }, h("span", {}, this.optionName(option)), input);
    const field = { option, input, element, chosen: undefined };
    this.fields.set(option.name, field);
    this.extra.before(element);
    this.drawExtra();
    if (focus) input.focus();
    return field;
  }

  remove(field) {
    this.fields.delete(field.option.name);
    field.element.remove();
    this.drawExtra();
    this.lastInput(-1).focus();
  }

  lastInput(at) {
    return [...this.fields.values()].at(at)?.input ?? this.more;
  }

  // Options not filled in yet, by name: "cl" suggests the clock, "clock:" or a space selects it.
  moreTyped() {
    const text = this.more.value;
    const rest = this.command.options.filter((it) => !this.fields.has(it.name));
    const exact = rest.find((it) => [it.name, this.optionName(it)].some((name) => same(`${name}:`, text) || same(`${name} `, text)));
    const take = (option) => {
      this.more.value = "";
      this.add(option, { focus: true });
    };
    if (exact) return take(exact);
    const found = text ? rest.filter((it) => fold(this.optionName(it)).startsWith(fold(text)) || it.name.startsWith(text)) : [];
    this.offer(found.map((it) => ({ label: this.optionName(it), note: localised(this.pane.locale, it.description_localizations, it.description), pick: () => take(it) })), 0);
  }

  drawExtra() {
    const rest = this.command.options.filter((it) => !this.fields.has(it.name));
    this.more.hidden = !rest.length && this.fields.size > 0;
    this.extra.replaceChildren(...rest.map((option) => h("button", { class: "plus", title: localised(this.pane.locale, option.description_localizations, option.description), onclick: () => this.add(option, { focus: true }) }, `+ ${this.optionName(option)}`)));
  }

  fieldTyped(field) {
    field.chosen = undefined;
    field.element.classList.remove("wrong");
    field.input.size = Math.max(4, field.input.value.length + 1);
    const other = this.named(field.input.value);
    if (!other) return this.suggest(field);
    field.input.value = field.input.value.replace(/\s*\S+:$/, "");
    if (!field.input.value && !field.option.required) this.remove(field);
    (this.fields.get(other.name) ?? this.add(other)).input.focus();
  }

  // Typing "clock:" selects that option, as in Discord.
  named(text) {
    const name = text.match(/(?:^|\s)(\S+):$/)?.[1];
    return name && this.command.options.find((it) => same(it.name, name) || same(this.optionName(it), name));
  }

  commandKey(event) {
    if (this.moveIn(event)) return;
    const field = [...this.fields.values()].find((it) => it.input === event.target);
    if (event.key === "Escape") this.reset({ focus: true });
    else if (event.key === "Enter" && !event.isComposing && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Backspace" && !event.target.value) {
      event.preventDefault();
      if (field && !field.option.required) this.remove(field);
      else if (!field && this.fields.size) this.lastInput(-1).focus();
      else this.reset({ focus: true });
    }
  }

  async submit() {
    const wrong = [...this.fields.values()].find((field) => this.value(field) === undefined);
    if (wrong) {
      wrong.element.classList.add("wrong");
      return wrong.input.focus();
    }
    const values = Object.fromEntries([...this.fields.values()].map((field) => [field.option.name, this.value(field)]));
    const { path } = this.command;
    this.reset({ focus: true });
    await this.pane.act("command", { path, values });
  }

  // The value to send, or `undefined` while it is incomplete or invalid.
  value(field) {
    const { option, chosen, input } = field;
    const text = input.value.trim();
    if (chosen !== undefined) return option.type === BOOLEAN ? chosen : String(chosen);
    const known = this.closed(option)?.find((it) => same(it.label, text) || same(it.label, `@${text}`) || same(it.label, `#${text}`));
    if (known) return option.type === BOOLEAN ? known.value : String(known.value);
    if (this.closed(option)) return undefined;
    return text || undefined;
  }

  // The fixed choices of an option; `null` for free text.
  closed(option) {
    const { pane } = this;
    const place = ([id, it]) => (id === pane.seat.id ? 2 : it.bot ? 1 : 0);
    const people = Object.entries(pane.server.people).sort((a, b) => place(a) - place(b)).map(([value, it]) => ({ value, label: `@${it.name}` }));
    const roles = pane.server.roles.map((it) => ({ value: it.id, label: `@${it.name}` }));
    const channels = pane.seat.channels.filter((it) => it.kind !== "dm").map((it) => ({ value: it.id, label: `#${it.name}` }));
    if (option.choices?.length) return option.choices.map((it) => ({ value: it.value, label: localised(pane.locale, it.name_localizations, it.name) }));
    if (option.type === BOOLEAN) return [true, false].map((value) => ({ value, label: say(pane.locale, value ? "playground.yes" : "playground.no") }));
    return { 6: people, 7: channels, 8: roles, 9: [...people, ...roles] }[option.type] ?? null;
  }

  // ---- suggestions

  suggest(field) {
    clearTimeout(this.pause);
    const choices = this.closed(field.option);
    if (choices) {
      const typed = fold(field.input.value.replace(/^[@#]/, ""));
      const found = field.chosen === undefined ? choices.filter((it) => fold(it.label).includes(typed)) : [];
      return this.offer(found.map((it) => this.choice(field, it.label, it.value)), 0);
    }
    if (!field.option.autocomplete) return this.close();
    this.pause = setTimeout(() => this.ask(field), PAUSE);
  }

  async ask(field) {
    const { command } = this;
    const values = {};
    for (const [name, it] of this.fields) {
      const value = this.value(it);
      if (it !== field && value !== undefined) values[name] = value;
    }
    const asked = field.input.value;
    const answer = await this.pane.act("complete", { path: command.path, option: field.option.name, typed: asked, values });
    if (!answer || this.command !== command || document.activeElement !== field.input || field.input.value !== asked) return;
    this.offer(answer.choices.map((it) => this.choice(field, localised(this.pane.locale, it.name_localizations, it.name), it.value)), -1);
  }

  choice(field, label, value) {
    return {
      label,
      pick: () => {
        field.chosen = value;
        field.input.value = label;
        field.input.size = Math.max(4, label.length + 1);
        field.element.classList.remove("wrong");
        this.close();
        const next = [...this.fields.values()].find((it) => it.option.required && !it.input.value);
        (next ?? field).input.focus({ preventScroll: true });
        if (!next) this.close();
        clearTimeout(this.pause);
      },
    };
  }

  offer(items, at) {
    this.items = items;
    this.at = items.length ? at : -1;
    this.popup.hidden = !items.length;
    this.popup.replaceChildren(
      ...items.map((item, index) => h("div", { role: "option", id: `${this.popup.id}-${index}`, "aria-selected": String(index === this.at), onpointerdown: (event) => (event.preventDefault(), item.pick()) }, h("b", {}, item.label), item.note ? h("span", {}, item.note) : null)),
    );
    this.popup.scrollTop = 0;
    this.tellSuggestions();
  }

  close() {
    clearTimeout(this.pause);
    this.offer([], -1);
  }

  // Arrows, Tab and Enter while suggestions are open. Returns whether the key was used.
  moveIn(event) {
    if (this.popup.hidden) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.at = (this.at + step + this.items.length + (this.at < 0 && step < 0 ? 1 : 0)) % this.items.length;
      [...this.popup.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === this.at)));
      this.popup.children[this.at].scrollIntoView({ block: "nearest" });
      this.tellSuggestions();
    } else if ((event.key === "Enter" || event.key === "Tab") && this.at >= 0) this.items[this.at].pick();
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
