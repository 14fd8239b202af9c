// Small helpers to build elements. Text only ever becomes text nodes, never markup.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") Object.assign(element.style, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function same(text, other) {
  return fold(text) === fold(other);
}

// Strips case and accents, so that "defier" finds "défier".
export function fold(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

export function avatar(id, person) {
  const colours = ["#e0803c", "#3ba55c", "#5b8def", "#b25bd6", "#d65b8f"];
  if (person.bot) return h("span", { class: "avatar bot", "aria-hidden": "true" });
  const colour = colours[Number(BigInt(id) % BigInt(colours.length))];
  return h("span", { class: "avatar", style: { background: colour }, "aria-hidden": "true" }, person.name[0]);
}
