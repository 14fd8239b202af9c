// One seat: its tabs, the open channel's messages, and the composer below.

import { avatar, h } from "./dom.js";
import { Composer } from "./composer.js";
import { render, nameOf } from "./message.js";
import { askModal } from "./modal.js";
import { localised, say } from "./words.js";

const NEAR_BOTTOM = 120;
const GROUPED_WITHIN_MS = 7 * 60 * 1000;

export class Pane {
  constructor(link, server, key) {
    this.link = link;
    this.key = key;
    this.channels = new Map(); // channel → message id → { message, element }
    this.busy = new Set();
    this.commands = [];
    this.personCommands = [];
    this.tabs = h("div", { class: "tabs", role: "tablist", onkeydown: (event) => this.tabKey(event) });
    this.lines = h("div", {});
    this.log = h("div", { class: "log", id: `${key}-log`, role: "log", tabindex: "-1" }, this.lines);
    this.notice = h("div", { class: "notice", role: "alert", hidden: true });
    this.title = h("div", { class: "name" });
    this.languages = h("span", { class: "languages", role: "group" });
    this.dms = h("button", { class: "dms", onclick: () => this.link.send("dms", { seat: this.key, closed: !this.seat.closed }) });
    this.root = h("section", { class: "seat", data: { seat: key } }, h("header", {}, this.title, h("nav", {}, this.tabs), this.dms, this.languages), this.log, this.notice);
    this.composer = new Composer(this);
    this.root.append(this.composer.root);
    this.log.addEventListener("pointerdown", (event) => this.onPointerDown(event));
    this.log.addEventListener("pointerup", (event) => this.onPointerUp(event));
    this.log.addEventListener("click", (event) => this.onClick(event));
    this.log.addEventListener("contextmenu", (event) => this.openMenu(event));
    const keepBottom = new ResizeObserver(() => this.isAtBottom && this.toBottom());
    keepBottom.observe(this.log);
    keepBottom.observe(this.lines);
    this.log.addEventListener("scroll", () => (this.isAtBottom = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_BOTTOM));
    this.isAtBottom = true;
    this.setServer(server);
  }

  // ---- state

  setServer(server) {
    const before = this.locale;
    this.server = server;
    this.seat = server.seats.find((seat) => seat.key === this.key);
    this.locale = this.seat.locale;
    this.names = {
      locale: this.locale,
      person: (id) => server.people[id]?.name ?? "?",
      channel: (id) => this.seat.channels.find((it) => it.id === id)?.name ?? "?",
      role: (id) => server.roles.find((it) => it.id === id)?.name ?? "?",
    };
    const remembered = this.active ?? localStorage.getItem(`${this.key}.channel`);
    const open = this.seat.channels.find((it) => it.id === remembered) ?? this.seat.channels[0];
    if (open.id !== this.active) this.show(open.id);
    if (before !== this.locale) this.redrawAll();
    this.drawTitle();
    this.drawTabs();
  }

  async redrawAll() {
    this.composer.reset();
    await this.loadCommands();
    for (const channel of this.channels.values()) {
      for (const kept of channel.values()) kept.element = null;
    }
    this.draw();
    this.drawTabs();
  }

  async loadCommands() {
    const known = await this.link.send("commands", { seat: this.key, channel: this.active });
    this.commands = known.slash;
    this.personCommands = known.person;
    return this.commands;
  }

  commandName(name) {
    const known = this.commands.find((it) => it.path.join(" ") === name || it.path[0] === name);
    const chosen = this.personCommands.find((it) => it.name === name);
    if (chosen) return localised(this.locale, chosen.names, name);
    return known ? nameOf({ ...known, path: known.path.slice(0, name.split(" ").length) }, this.locale) : name;
  }

  // Messages are drawn before the commands of their channel are loaded: fill in the localised names.
  showCommandNames() {
    for (const { message, element } of this.channel(this.active).values()) {
      if (message.command && element) element.querySelector(".origin .mention").textContent = message.command.sign + this.commandName(message.command.name);
    }
    this.draw();
  }

  // ---- messages

  setMessages(changes) {
    let isOpenChannel = false;
    for (const [channel, id, message] of changes) {
      const kept = this.channel(channel);
      if (message) kept.set(id, { message, old: kept.get(id)?.element ?? kept.get(id)?.old });
      else kept.get(id)?.element?.remove(), kept.delete(id);
      isOpenChannel ||= channel === this.active;
    }
    if (isOpenChannel) this.draw();
    this.drawTabs();
  }

  channel(id) {
    if (!this.channels.has(id)) this.channels.set(id, new Map());
    return this.channels.get(id);
  }

  draw() {
    const focus = this.log.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const stays = this.isAtBottom;
    const ordered = [...this.channel(this.active).values()].sort((a, b) => (BigInt(a.message.id) < BigInt(b.message.id) ? -1 : 1));
    let previous = null;
    const elements = ordered.map((kept) => {
      if (!kept.element) {
        kept.element = render(kept.message, this);
        if (kept.old) keepPictures(kept.old, kept.element);
        kept.old = undefined;
      }
      kept.element.classList.toggle("follows", follows(previous, kept.message));
      previous = kept.message;
      return kept.element;
    });
    settle(this.lines, elements.length ? elements : [this.empty()]);
    if (focus) this.log.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus();
    if (stays) this.toBottom();
    this.read();
  }

  empty() {
    const channel = this.seat.channels.find((it) => it.id === this.active);
    const code = channel.kind === "dm" ? "playground.empty-dm" : "playground.empty-channel";
    const games = channel.kind === "dm" ? [] : [say(this.locale, "playground.then"), ...say(this.locale, "games").split("\n")];
    return h("div", { class: "empty" }, h("p", {}, say(this.locale, code, { name: this.server.people[this.server.bot].name })), games.map((text) => h("p", {}, text)));
  }

  toBottom() {
    this.log.scrollTop = this.log.scrollHeight;
    this.isAtBottom = true;
  }

  // ---- tabs

  show(channel) {
    this.active = channel;
    localStorage.setItem(`${this.key}.channel`, channel);
    this.isAtBottom = true;
    this.composer.reset();
    this.lines.replaceChildren();
    this.draw();
    this.loadCommands().then(() => this.showCommandNames());
    this.drawTabs();
  }

  read() {
    const newest = [...this.channel(this.active).keys()].reduce((most, id) => (BigInt(id) > BigInt(most) ? id : most), "0");
    localStorage.setItem(`${this.key}.read.${this.active}`, newest);
  }

  unread(channel) {
    const seen = BigInt(localStorage.getItem(`${this.key}.read.${channel}`) ?? "0");
    return [...this.channel(channel).values()].filter(({ message }) => BigInt(message.id) > seen && message.author !== this.seat.id).length;
  }

  drawTabs() {
    const held = this.tabs.contains(document.activeElement);
    const tabs = this.seat.channels.map((channel) => {
      const count = channel.id === this.active ? 0 : this.unread(channel.id);
      const name = channel.kind === "dm" ? this.server.people[this.server.bot].name : channel.name;
      const sign = { dm: "@", thread: "↳", text: "#" }[channel.kind];
      return h(
        "button",
        { role: "tab", "aria-selected": String(channel.id === this.active), "aria-controls": `${this.key}-log`, tabindex: channel.id === this.active ? "0" : "-1", class: channel.kind, data: { channel: channel.id }, title: channel.kind === "dm" ? say(this.locale, "playground.dm", { name }) : name, onclick: () => this.show(channel.id) },
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        channel.kind === "dm" ? h("span", { class: "name long" }, say(this.locale, "playground.dm", { name })) : null,
        h("span", { class: channel.kind === "dm" ? "name short" : "name" }, name),
        count ? h("span", { class: "count" }, String(count)) : null,
      );
    });
    settle(this.tabs, tabs);
    const active = tabs.find((tab) => tab.dataset.channel === this.active);
    if (active) this.tabs.scrollLeft = active.offsetLeft - this.tabs.offsetLeft - (this.tabs.clientWidth - active.offsetWidth) / 2; // and nothing around it
    if (held) active?.focus();
    this.log.setAttribute("aria-label", active?.title ?? "");
  }

  // Arrow keys move between the tabs, as screen readers announce them.
  tabKey(event) {
    const channels = this.seat.channels.map((it) => it.id);
    const at = channels.indexOf(this.active);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: channels.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.show(channels[(to + channels.length) % channels.length]);
  }

  drawTitle() {
    const language = (locale, label) => h("button", { "aria-pressed": String(this.locale === locale), onclick: () => this.link.send("language", { seat: this.key, locale }) }, label);
    this.title.replaceChildren(avatar(this.seat.id, this.server.people[this.seat.id]), h("b", {}, this.seat.name));
    this.languages.setAttribute("aria-label", say(this.locale, "playground.speaks", { name: this.seat.name }));
    this.languages.replaceChildren(language("en-US", "EN"), language("fr", "FR"));
    this.tabs.setAttribute("aria-label", say(this.locale, "playground.channels", { name: this.seat.name }));
    const dms = say(this.locale, this.seat.closed ? "playground.dms-closed" : "playground.dms-open", { name: this.seat.name });
    this.dms.setAttribute("aria-pressed", String(this.seat.closed));
    this.dms.setAttribute("aria-label", dms);
    this.dms.title = dms;
    this.dms.textContent = this.seat.closed ? "🔕" : "✉️";
  }

  // ---- actions

  async act(action, details = {}) {
    try {
      const result = await this.link.send(action, { seat: this.key, channel: this.active, ...details });
      if (result?.modal) askModal(this, result.modal);
      return result;
    } catch (error) {
      this.tell(error.message);
      return null;
    }
  }

  async press(details) {
    const key = `${details.message} ${details.control}`;
    this.busy.add(key);
    this.markBusy(details, true);
    await this.act("press", details);
    this.busy.delete(key);
    this.markBusy(details, false);
  }

  isBusy(details) {
    return this.busy.has(`${details.message} ${details.control}`);
  }

  markBusy(details, isBusy) {
    const message = this.log.querySelector(`[data-id="${details.message}"]`);
    message?.querySelector(`[data-key="${CSS.escape(details.control)}"]`)?.classList.toggle("busy", isBusy);
  }

  tell(text) {
    this.notice.textContent = text;
    this.notice.hidden = false;
    clearTimeout(this.noticeEnd);
    this.noticeEnd = setTimeout(() => (this.notice.hidden = true), 6000);
  }

  // A press counts for the button that was under the pointer when it went down, even if the message has been redrawn
  // before it came up: no click is lost, and none lands on a button that has moved there since.
  onPointerDown(event) {
    const button = event.target.closest("button[data-press]");
    this.aimed = button && !button.disabled && event.button === 0 ? { press: button.dataset.press, x: event.clientX, y: event.clientY } : null;
  }

  onPointerUp(event) {
    const aimed = this.aimed;
    this.aimed = null;
    if (aimed && Math.hypot(event.clientX - aimed.x, event.clientY - aimed.y) < 12) this.press(JSON.parse(aimed.press));
  }

  onClick(event) {
    const button = event.target.closest("button[data-press]");
    if (button && event.detail === 0) return this.press(JSON.parse(button.dataset.press)); // by keyboard
    if (event.target.matches("img.picture")) return zoom(event.target);
    if (event.target.closest("[data-person]")) return this.openMenu(event);
    const jump = event.target.closest("a")?.href.match(/\/channels\/\d+\/(\d+)(?:\/(\d+))?$/);
    if (!jump) return;
    event.preventDefault();
    if (this.seat.channels.some((it) => it.id === jump[1])) this.jump(jump[1], jump[2]);
  }

  // A person's context menu, on right click or click on the name.
  openMenu(event) {
    const target = event.target.closest("[data-person]")?.dataset.person;
    if (!target || !this.personCommands.length || this.server.people[target] === undefined) return;
    event.preventDefault();
    const choose = (name) => () => (menu.remove(), this.act("person", { name, target }));
    const items = this.personCommands.map((it) => h("button", { role: "menuitem", onclick: choose(it.name) }, localised(this.locale, it.names, it.name)));
    const edge = this.root.getBoundingClientRect();
    const menu = h("div", { class: "person", role: "menu", style: { left: `${Math.min(event.clientX - edge.left, edge.width - 190)}px`, top: `${event.clientY - edge.top}px` } }, h("b", {}, this.server.people[target].name), items);
    this.root.querySelector(".person")?.remove();
    this.root.append(menu);
    const away = (press) => {
      if (menu.contains(press.target)) return;
      menu.remove();
      document.removeEventListener("pointerdown", away, true);
    };
    document.addEventListener("pointerdown", away, true);
    menu.querySelector("button").focus();
  }

  jump(channel, message) {
    this.show(channel);
    const element = message && this.log.querySelector(`[data-id="${message}"]`);
    if (!element) return;
    this.isAtBottom = false;
    element.scrollIntoView({ block: "center" });
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 1500);
  }
}

// Makes an element's children equal to a list with few DOM changes.
function settle(parent, children) {
  children.forEach((child, at) => {
    if (parent.childNodes[at] !== child) parent.insertBefore(child, parent.childNodes[at] ?? null);
  });
  while (parent.childNodes.length > children.length) parent.lastChild.remove();
}

// A redrawn picture keeps its element, so that the old one stays until the new one has loaded.
function keepPictures(old, fresh) {
  const before = [...old.querySelectorAll("img.picture")];
  [...fresh.querySelectorAll("img.picture")].forEach((picture, at) => {
    const kept = before[at];
    if (!kept || kept.getAttribute("width") !== picture.getAttribute("width")) return;
    kept.alt = picture.alt;
    kept.setAttribute("height", picture.getAttribute("height") ?? "");
    if (kept.getAttribute("src") !== picture.getAttribute("src")) kept.src = picture.getAttribute("src");
    picture.replaceWith(kept);
  });
}

function follows(previous, message) {
  return Boolean(previous) && previous.author === message.author && message.at - previous.at < GROUPED_WITHIN_MS && !message.command && !message.reply && !message.private && !previous.private;
}

function zoom(picture) {
  const dialog = document.querySelector("#zoom");
  dialog.firstElementChild.src = picture.src;
  dialog.firstElementChild.alt = picture.alt;
  dialog.onclick = () => dialog.close();
  dialog.showModal();
}
