// The playground's own texts, in the language of a seat or of the server.

let catalogues = {};

export function setCatalogues(received) {
  catalogues = received;
}

export function say(locale, code, values = {}) {
  const sentence = catalogues[locale][code];
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function localised(locale, texts, otherwise) {
  return texts?.[locale] ?? otherwise;
}
