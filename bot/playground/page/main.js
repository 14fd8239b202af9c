// The page: the bar on top and three seats side by side; passes changes on to each.

import { h } from "./dom.js";
import { Link } from "./link.js";
import { setSkipped, tick } from "./markdown.js";
import { Pane } from "./pane.js";
import { say, setCatalogues } from "./words.js";

const WIDE = 1500;
const panes = new Map();
const link = new Link(applyChanges);
let server = null;

function applyChanges(changes) {
  if (changes.words) setCatalogues(changes.words);
  if (changes.server) setServer(changes.server);
  for (const [key, pane] of panes) {
    const messages = (changes.messages ?? []).filter(([seat]) => seat === key).map(([, ...change]) => change);
    if (messages.length) pane.setMessages(messages);
  }
  document.body.classList.add("ready");
}

function setServer(changed) {
  server = changed;
  document.documentElement.lang = server.locale;
  setSkipped(server.skipped);
  document.title = say(server.locale, "playground.title");
  document.body.dataset.away = say(server.locale, "playground.away");
  for (const { key } of server.seats) {
    if (panes.has(key)) panes.get(key).setServer(server);
    else {
      panes.set(key, new Pane(link, server, key));
      document.querySelector("#seats").append(panes.get(key).root);
    }
  }
  drawBar();
}

function isWatching() {
  return (localStorage.getItem("watching") ?? String(window.innerWidth >= WIDE)) === "true";
}

function drawBar() {
  const { locale } = server;
  const quickStart = (name) => async (event) => {
    event.currentTarget.disabled = true;
    const button = event.currentTarget;
    await panes.get("alice").act("quick-start", { name });
    button.disabled = false;
  };
  const language = (value, label) => h("button", { "aria-pressed": String(locale === value), onclick: () => link.send("language", { locale: value }) }, label);
  const skip = (seconds, code) => h("button", { title: say(locale, "playground.skip"), onclick: () => link.send("skip", { seconds }) }, say(locale, code));
  const watch = () => {
    localStorage.setItem("watching", String(!isWatching()));
    drawBar();
  };
  document.body.classList.toggle("watching", isWatching());
  document.querySelector("#bar").replaceChildren(
    h("img", { class: "logo", src: "/page/icon.svg", alt: "" }),
    h("p", { class: "first" }, say(locale, "playground.first")),
    h("button", { class: "button success", id: "start-duel", onclick: quickStart("two") }, say(locale, "playground.start-duel")),
    h("button", { class: "button primary", id: "start-computer", onclick: quickStart("computer") }, say(locale, "playground.start-computer")),
    h("button", { class: "button secondary", id: "watch", "aria-pressed": String(isWatching()), onclick: watch }, say(locale, isWatching() ? "playground.unwatch" : "playground.watch")),
    h("span", { class: "languages skips", role: "group", "aria-label": say(locale, "playground.skip") }, h("span", { class: "label", "aria-hidden": "true" }, "⏩"), skip(60, "playground.skip-minute"), skip(60 * 60, "playground.skip-hour"), skip(24 * 60 * 60, "playground.skip-day")),
    h("span", { class: "languages", role: "group", "aria-label": say(locale, "playground.language-all") }, language("en-US", "English"), language("fr", "Français")),
  );
}

setInterval(tick, 1000);
window.addEventListener("resize", () => server && drawBar());
