// The playground's own sentences, in the language of a seat or of the server.

let catalogues = {};

export function learn(words) {
  catalogues = words;
}

export function say(locale, code, values = {}) {
  const sentence = catalogues[locale][code];
  return sentence.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

export function localised(locale, texts, otherwise) {
  return texts?.[locale] ?? otherwise;
}
