import { isEncrypted } from './sops.ts';

/**
 * The forms in which tools that fill manifests in mark a place: `${VAR}` and `${VAR:-80}` (envsubst, Flux), `<%= x %>`
 * (ERB), `(@= x @)` (ytt), `@@X@@` and `@x@` (sed, Maven, CMake), `%%X%%`, `__X__`, and `<your-name>`, which a person
 * replaces. No value that a field with a form of its own accepts looks like one.
 */
const marks = /<%|\(@=|@@?[A-Za-z][\w.-]*@|%%[A-Za-z][\w.-]*%%|__[A-Z][A-Z0-9_]*__|<[A-Za-z][\w .-]*>/;

const variable = /\$\{[A-Za-z_]\w*(?:\}|:?[-=?+])/;

/** Whether a text certainly holds a place that is filled in, or is decrypted, before the object is sent. */
export function isFilledIn(text: string): boolean {
  return marks.test(text) || variable.test(text) || isEncrypted(text);
}

/**
 * Whether a text may hold a place that somebody fills in before it is part of an object: what {@link isFilledIn} knows,
 * `{{ x }}`, `{% if %}`, `$(params.x)` and `<< x >>` as well, which a whole object may mean as they are.
 */
export function hasPlaceholder(text: string): boolean {
  return isFilledIn(text) || /\$[{(]|\{[{%]|<</.test(text);
}
