// Renders Discord's message text: the common part of its markdown, mentions and timestamps.

import { h } from "./dom.js";

const INLINE = new RegExp(
  [
    "\\\\(?<escaped>[\\\\*_~`|<>#\\-\\[\\]()])",
    "(?<fence>``?)(?<code>.+?)\\k<fence>",
    "\\*\\*(?<bold>.+?)\\*\\*(?!\\*)",
    "__(?<under>.+?)__",
    "\\*(?<italic>[^*\\s][^*]*?)\\*",
    "(?<!\\w)_(?<slanted>[^_]+?)_(?!\\w)",
    "~~(?<struck>.+?)~~",
    "\\|\\|(?<hidden>.+?)\\|\\|",
    "<@!?(?<user>\\d+)>",
    "<#(?<channel>\\d+)>",
    "<@&(?<role>\\d+)>",
    "</(?<command>[^:>]+):\\d+>",
    "<t:(?<time>-?\\d+)(?::(?<style>[tTdDfFR]))?>",
    "\\[(?<label>[^\\]]+)\\]\\(<?(?<target>https?://[^)\\s>]+)>?\\)",
    "<?(?<url>https?://[^\\s<>]+[^\\s<>.,;:!?)])>?",
  ].join("|"),
  "su",
);

const TIME = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

// `names` maps ids of people, channels and roles to names, and holds the locale.
export function markdown(text, names) {
  return blocks(text.split("\n"), names);
}

function blocks(lines, names) {
  const found = [];
  let plain = [];
  const flush = () => {
    if (plain.length) found.push(h("div", {}, inline(plain.join("\n"), names)));
    plain = [];
  };
  for (let at = 0; at < lines.length; ) {
    const taken = BLOCKS.map((block) => block(lines, at, names)).find(Boolean);
    if (taken) {
      flush();
      found.push(taken.element);
      at = taken.next;
    } else plain.push(lines[at++]);
  }
  flush();
  return found;
}

const BLOCKS = [fenced, heading, subtext, quote, list];

function fenced(lines, at) {
  if (!lines[at].startsWith("```")) return null;
  const single = lines[at].match(/^```(.+)```$/);
  if (single) return { element: h("pre", {}, single[1]), next: at + 1 };
  const end = lines.findIndex((line, index) => index > at && line.trimEnd().endsWith("```"));
  if (end < 0) return null;
  const last = lines[end].trimEnd().slice(0, -3);
  const body = [...lines.slice(at + 1, end), ...(last ? [last] : [])];
  return { element: h("pre", {}, body.join("\n")), next: end + 1 };
}

function heading(lines, at, names) {
  const match = lines[at].match(/^(#{1,3}) (.+)$/);
  return match && { element: h(`h${match[1].length + 2}`, {}, inline(match[2], names)), next: at + 1 };
}

function subtext(lines, at, names) {
  const match = lines[at].match(/^-# (.+)$/);
  return match && { element: h("small", {}, inline(match[1], names)), next: at + 1 };
}

function quote(lines, at, names) {
  const rest = run(lines, at, (line) => line.match(/^> ?(.*)$/)?.[1]);
  return rest.length ? { element: h("blockquote", {}, blocks(rest, names)), next: at + rest.length } : null;
}

function list(lines, at, names) {
  for (const [tag, mark] of [["ul", /^\s*[-*] (.+)$/], ["ol", /^\s*\d+\. (.+)$/]]) {
    const items = run(lines, at, (line) => line.match(mark)?.[1]);
    const start = tag === "ol" ? lines[at].match(/^\s*(\d+)/)?.[1] : undefined;
    if (items.length) {
      return { element: h(tag, { start }, items.map((item) => h("li", {}, inline(item, names)))), next: at + items.length };
    }
  }
  return null;
}

function run(lines, at, read) {
  const found = [];
  for (; at < lines.length; at++) {
    const text = read(lines[at]);
    if (text === undefined) break;
    found.push(text);
  }
  return found;
}

function inline(text, names) {
  const found = [];
  for (;;) {
    const match = text.match(INLINE);
    if (!match) break;
    if (match.index) found.push(text.slice(0, match.index));
    found.push(piece(match.groups, names));
    text = text.slice(match.index + match[0].length);
  }
  if (text) found.push(text);
  return found;
}

function piece(it, names) {
  if (it.escaped) return it.escaped;
  if (it.code) return h("code", {}, it.code);
  for (const [group, tag] of [["bold", "strong"], ["under", "u"], ["italic", "em"], ["slanted", "em"], ["struck", "s"]]) {
    if (it[group]) return h(tag, {}, inline(it[group], names));
  }
  if (it.hidden) return spoiler(it.hidden, names);
  if (it.user) return h("span", { class: "mention", data: { person: it.user } }, `@${names.person(it.user)}`);
  if (it.channel) return h("span", { class: "mention" }, `#${names.channel(it.channel)}`);
  if (it.role) return h("span", { class: "mention" }, `@${names.role(it.role)}`);
  if (it.command) return h("span", { class: "mention" }, `/${it.command}`);
  if (it.time) return moment(Number(it.time), it.style ?? "f", names.locale);
  if (it.label) return link(it.target, inline(it.label, names));
  return link(it.url, it.url);
}

function spoiler(text, names) {
  const element = h("span", { class: "spoiler", tabindex: "0", onclick: () => element.classList.add("shown") }, inline(text, names));
  return element;
}

export function link(target, ...children) {
  return h("a", { href: target, target: "_blank", rel: "noopener noreferrer" }, children);
}

// A timestamp in words; `tick` updates relative ones.
export function moment(seconds, style, locale) {
  const date = new Date(seconds * 1000);
  const full = new Intl.DateTimeFormat(locale, TIME.F).format(date);
  if (style !== "R") return h("time", { title: full }, new Intl.DateTimeFormat(locale, TIME[style]).format(date));
  const element = h("time", { class: "running", title: full, data: { seconds, locale } });
  element.textContent = relative(seconds, locale);
  return element;
}

// Milliseconds by which it is later in the playground.
let skipped = 0;

export function setSkipped(milliseconds) {
  skipped = milliseconds;
  tick();
}

export function tick() {
  for (const element of document.querySelectorAll("time.running")) {
    const text = relative(Number(element.dataset.seconds), element.dataset.locale);
    if (element.textContent !== text) element.textContent = text;
  }
}

function relative(seconds, locale) {
  const away = Math.round(seconds - (Date.now() + skipped) / 1000);
  const units = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const [unit, length] = units.find(([, size]) => Math.abs(away) >= size) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale).format(Math.round(away / length), unit);
}
