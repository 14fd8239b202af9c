// The page: the bar on top and the seats side by side; passes changes on to each.

import { h } from "./dom.js";
import { Link } from "./link.js";
import { setSkipped, tick } from "./markdown.js";
import { Pane } from "./pane.js";
import { say, setCatalogues } from "./words.js";

const WIDE = 1500;
const NARROW = 700; // as in frame.css
const panes = new Map();
const link = new Link(applyChanges);
let server = null;
let games = [];

function applyChanges(changes) {
  if (changes.words) setCatalogues(changes.words);
  if (changes.games) games = changes.games;
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

// Two seats are always there; each further one can be shown, the third by itself where there is room. A phone, where
// seats are reached by scrolling sideways, has them all.
function isWatching(key) {
  if (window.innerWidth <= NARROW) return true;
  const isRoomy = key === "chloe" && window.innerWidth >= WIDE;
  return (localStorage.getItem(`watching ${key}`) ?? String(isRoomy)) === "true";
}

function chosenGame() {
  return games.find(({ key }) => key === localStorage.getItem("game")) ?? games[0];
}

function drawBar() {
  const { locale } = server;
  const quickStart = (name) => async (event) => {
    event.currentTarget.disabled = true;
    const button = event.currentTarget;
    await panes.get("alice").act("quick-start", { name, game: chosenGame().key });
    button.disabled = false;
  };
  const language = (value, label) => h("button", { "aria-pressed": String(locale === value), onclick: () => link.send("language", { locale: value }) }, label);
  const skip = (seconds, code) => h("button", { title: say(locale, "playground.skip"), onclick: () => link.send("skip", { seconds }) }, say(locale, code));
  const game = ({ key, names }) => h("button", {
    "data-game": key,
    "aria-pressed": String(key === chosenGame().key),
    onclick: () => {
      localStorage.setItem("game", key);
      drawBar();
    },
  }, names[locale]);
  const watch = ({ key, name }) => h("button", {
    class: "button secondary",
    id: key === "chloe" ? "watch" : `watch-${key}`,
    title: say(locale, "playground.watch-about"),
    "aria-pressed": String(isWatching(key)),
    onclick: () => {
      localStorage.setItem(`watching ${key}`, String(!isWatching(key)));
      drawBar();
    },
  }, say(locale, isWatching(key) ? "playground.unwatch" : "playground.watch", { name }));
  const others = server.seats.slice(2);
  for (const { key } of others) panes.get(key).root.hidden = !isWatching(key);
  document.body.dataset.shown = 2 + others.filter(({ key }) => isWatching(key)).length;
  const isTeam = chosenGame().isTeam;
  document.querySelector("#bar").replaceChildren(
    h("img", { class: "logo", src: "/page/icon.svg", alt: "" }),
    h("p", { class: "first" }, say(locale, "playground.first")),
    h("span", { class: "languages games", role: "group", "aria-label": say(locale, "playground.which-game") }, ...games.map(game)),
    h("button", { class: "button success", id: "start-duel", onclick: quickStart("two") }, say(locale, isTeam ? "playground.start-team" : "playground.start-duel")),
    h("button", { class: "button primary", id: "start-computer", onclick: quickStart("computer") }, say(locale, isTeam ? "playground.start-team-computer" : "playground.start-computer")),
    ...others.map(watch),
    h("span", { class: "languages skips", role: "group", "aria-label": say(locale, "playground.skip") }, h("span", { class: "label", "aria-hidden": "true" }, "⏩"), skip(60, "playground.skip-minute"), skip(60 * 60, "playground.skip-hour"), skip(24 * 60 * 60, "playground.skip-day")),
    h("span", { class: "languages", role: "group", "aria-label": say(locale, "playground.language-all") }, language("en-US", "English"), language("fr", "Français")),
  );
}

setInterval(tick, 1000);
window.addEventListener("resize", () => server && drawBar());
