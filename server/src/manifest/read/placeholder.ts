import { isEncrypted } from './sops.ts';

/** The forms of template languages, which nobody writes for anything else: `<%= x %>` (ERB) and `(@= x @)` (ytt). */
const rendered = /<%|\(@=/;

/**
 * The forms in which people and scripts mark a place: `@@X@@` and `@x@` (sed, Maven, CMake), `%%X%%`, `__X__`, and
 * `<your-name>`, and `${ X }` with blanks. No value that a field with a form of its own accepts looks like one. Within a word `__P__` is none,
 * nor is an address of mail.
 */
const marks =
  /@@?[A-Za-z][\w.-]*@|%%[A-Za-z][\w.-]*%%|(?<!\w)__[A-Z][A-Z0-9_]*__(?!\w)|\$\{(?:\s+\w+\s*|\w+\s+)\}|<[A-Za-z][^<>@\n]{0,80}>/;

/** With what may be done to the value (https://github.com/fluxcd/pkg/tree/main/envsubst): `${X:-80}`, `${X/a/b}`, `${X^^}`. */
const variable = /\$\{#?[A-Za-z_]\w*(?:\}|:?[-=?+]|[:/#%^,][^{}]*\})/;

/** Whether a text certainly is something else when the object is sent: it is encrypted, or a part of a template. */
export function isRendered(text: string): boolean {
  return rendered.test(text) || isEncrypted(text);
}

/** Whether a text holds `${VAR}` or `${VAR:-80}`, as envsubst and Flux fill them in. */
export function hasVariable(text: string): boolean {
  return variable.test(text);
}

/** The names of the variables that a text holds. */
export function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(/\$\{([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? []);
}

/** Whether a text holds a place that is filled in, or is decrypted, before the object is sent. */
export function isFilledIn(text: string): boolean {
  return marks.test(text) || variable.test(text) || isRendered(text);
}

/**
 * Whether a text may hold a place that somebody fills in before it is part of an object: what {@link isFilledIn} knows,
 * `{{ x }}`, `{% if %}`, `$(params.x)` and `<< x >>` as well, which a whole object may mean as they are.
 */
export function hasPlaceholder(text: string): boolean {
  return isFilledIn(text) || /\$[{(]|\{[{%]|<</.test(text);
}
