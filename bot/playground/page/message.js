// One message as a seat sees it: head, text, embeds, files and controls.

import { avatar, h } from "./dom.js";
import { components } from "./controls.js";
import { markdown, moment } from "./markdown.js";
import { localised, say } from "./words.js";

// `pane` provides the names, the locale and the controls' actions.
export function render(message, pane) {
  const people = pane.server.people;
  const author = people[message.author];
  const body = [
    message.thinking ? h("div", { class: "thinking" }, h("i"), h("i"), h("i"), say(pane.locale, "playground.thinking", { name: author.name })) : null,
    message.content ? h("div", { class: "text" }, markdown(message.content, pane.names), edited(message, pane)) : null,
    loose(message).map((file) => attachment(file, pane)),
    message.embeds.map((it) => embed(it, pane, message)),
    components(message, pane),
    message.private ? privacy(message, pane) : null,
  ];
  const classes = ["message", message.private && "private", message.pinged && "pinged", (message.command || message.reply) && "answers"];
  return h(
    "article",
    { class: classes.filter(Boolean).join(" "), data: { id: message.id } },
    origin(message, pane),
    h("div", { class: "gutter", data: { person: message.author } }, avatar(message.author, author)),
    h(
      "div",
      { class: "body" },
      h(
        "div",
        { class: "who" },
        h("b", { class: author.bot ? "bot" : "", data: { person: message.author } }, author.name),
        author.bot ? h("span", { class: "tag" }, say(pane.locale, "playground.app")) : null,
        stamp(message.at, pane.locale),
      ),
      body,
    ),
  );
}

function edited(message, pane) {
  return message.edited && message.author !== pane.server.bot ? h("span", { class: "edited" }, say(pane.locale, "playground.edited")) : null;
}

function stamp(milliseconds, locale) {
  const date = new Date(milliseconds);
  const isToday = date.toDateString() === new Date().toDateString();
  return moment(milliseconds / 1000, isToday ? "t" : "d", locale);
}

// "Alice used /challenge", or the message that is replied to.
function origin(message, pane) {
  const people = pane.server.people;
  if (message.command) {
    const who = people[message.command.user];
    const name = pane.commandName(message.command.name);
    return h("div", { class: "origin" }, h("span", { class: "face" }, avatar(message.command.user, who)), h("span", {}, h("b", { data: { person: message.command.user } }, who.name), " ", say(pane.locale, "playground.used"), " "), h("span", { class: "mention" }, message.command.sign + name));
  }
  if (message.reply) {
    const who = people[message.reply.author];
    return h("div", { class: "origin" }, avatar(message.reply.author, who), h("b", {}, who.name), " ", message.reply.content.slice(0, 80));
  }
  return null;
}

function privacy(message, pane) {
  return h(
    "div",
    { class: "privacy" },
    "👁 ",
    say(pane.locale, "playground.private"),
    " · ",
    h("button", { class: "plain", onclick: () => pane.act("dismiss", { message: message.id }) }, say(pane.locale, "playground.dismiss")),
  );
}

// Files that no embed or component refers to.
function loose(message) {
  const shown = JSON.stringify([message.embeds, message.components]);
  return message.attachments.filter((file) => !shown.includes(JSON.stringify(file.url)));
}

function attachment(file, pane) {
  if (file.width) return picture(file.url, file.description, file);
  return h("a", { class: "file", href: file.url, download: file.filename }, h("b", {}, file.filename), h("span", {}, say(pane.locale, "playground.size", { size: Math.max(1, Math.round(file.size / 1024)) })));
}

export function picture(url, description, size) {
  const fit = size?.width ? { width: size.width, height: size.height } : {};
  return h("img", { class: "picture", src: url, alt: description ?? "", ...fit });
}

export function sizeOf(url, message) {
  return message.attachments.find((file) => file.url === url);
}

function embed(it, pane, message) {
  const described = (media) => media && picture(media.url, sizeOf(media.url, message)?.description, sizeOf(media.url, message));
  const colour = it.color === undefined || it.color === null ? "" : `#${it.color.toString(16).padStart(6, "0")}`;
  const when = it.timestamp ? moment(Date.parse(it.timestamp) / 1000, "f", pane.locale) : null;
  return h(
    "div",
    { class: "embed", style: { borderLeftColor: colour } },
    it.thumbnail ? h("div", { class: "thumbnail" }, described(it.thumbnail)) : null,
    it.author ? h("div", { class: "by" }, it.author.name) : null,
    it.title ? h("div", { class: "title" }, it.url ? h("a", { href: it.url, target: "_blank", rel: "noopener noreferrer" }, it.title) : markdown(it.title, pane.names)) : null,
    it.description ? h("div", { class: "text" }, markdown(it.description, pane.names)) : null,
    it.fields?.length ? h("div", { class: "fields" }, it.fields.map((field) => h("div", { class: field.inline ? "inline" : "" }, h("b", {}, markdown(field.name, pane.names)), h("div", { class: "text" }, markdown(field.value, pane.names))))) : null,
    described(it.image),
    it.footer || when ? h("div", { class: "footer" }, it.footer?.text, it.footer && when ? " • " : null, when) : null,
  );
}

export function nameOf(command, locale) {
  return command.path.map((part, at) => localised(locale, command.names[at], part)).join(" ");
}
