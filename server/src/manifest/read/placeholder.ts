import table from '../../../data/authored/substitutions.json' with { type: 'json' };
import { isEncrypted } from './sops.ts';

/** Unambiguous forms of template languages: `<%= x %>` (ERB) and `(@= x @)` (ytt). */
const rendered = /<%|\(@=/;

/**
 * The forms of placeholders: `@@X@@` and `@x@` (sed, Maven, CMake), `%%X%%`, `__X__`, `<your-name>`, `${ X }` with
 * blanks, and the references of vals, `ref+vault://a/b#c`. No valid value of a formatted field looks like one. `__P__`
 * within a word and e-mail addresses are excluded.
 */
const marks =
  /@@?[A-Za-z][\w.-]*@|%%[A-Za-z][\w.-]*%%|(?<!\w)__[A-Z][A-Z0-9_]*__(?!\w)|\$\{(?:\s+\w+\s*|\w+\s+)\}|<[A-Za-z][^<>@\n]{0,80}>|(?<!\w)(?:secret)?ref\+\w+:\/\//;

/** Including operators (https://github.com/fluxcd/pkg/tree/main/envsubst): `${X:-80}`, `${X/a/b}`, `${X^^}`. */
const variable = /\$\{#?[A-Za-z_]\w*(?:\}|:?[-=?+]|[:/#%^,][^{}]*\})/;

/** Whether a text certainly changes before the object is sent: it is encrypted or part of a template. */
export function isRendered(text: string): boolean {
  return rendered.test(text) || isEncrypted(text);
}

/** Whether a text holds `${VAR}` or `${VAR:-80}`, as envsubst and Flux fill them in. */
export function hasVariable(text: string): boolean {
  return variable.test(text);
}

/** The names of the variables that a text holds. */
export function variablesIn(text: string): readonly string[] {
  return (text.match(/\$\{[A-Za-z_]\w*/g) ?? []).map((opened) => opened.slice('${'.length));
}

/** Whether a text holds a place that is filled in, or is decrypted, before the object is sent. */
export function isFilledIn(text: string): boolean {
  return marks.test(text) || variable.test(text) || isRendered(text);
}

/**
 * Forms that valid values may have as well, so they count only in a value that the server refuses: `{{ X }}`, `[[ X ]]`,
 * `«X»`, `%X%`, `#{X}#` and `$(X)`.
 */
const oftenMeant = /\{\{|\[\[|\u00ab[^\u00bb\n]*\u00bb|%[A-Z][A-Z0-9_]*%|#\{[^}\n]*\}|\$\([A-Za-z_][\w.-]*\)/;

/** Texts that are placeholders as a whole: `$X`, `{X}`, `[x]`, `...`, `???`, and only the letter x. */
const onlyAlone = /^(?:\$[A-Za-z_]\w*|\{[A-Za-z][\w .-]*\}|\[[A-Za-z][\w .-]*\]|[xX]{3,}|\.{3}|\u2026|\?{2,})$/;

const words = table.unfilled.words.join('|');
const hasWord = new RegExp(`(?<![A-Za-z0-9])(?:${words})(?![A-Za-z0-9])`);
const isWord = new RegExp(`^(?:${words})$`, 'i');

/** Whether a text that the server refuses looks like one to fill in. */
export function looksUnfilled(text: string): boolean {
  return isFilledIn(text) || [oftenMeant, onlyAlone, hasWord, isWord].some((form) => form.test(text));
}

/**
 * Whether a text may contain a placeholder that is filled in before it is part of an object: those of {@link
 * isFilledIn}, and `{{ x }}`, `{% if %}`, `$(params.x)` and `<< x >>`, which a whole object may also contain literally.
 */
export function hasPlaceholder(text: string): boolean {
  return isFilledIn(text) || /\$[{(]|\{[{%]|<</.test(text);
}
