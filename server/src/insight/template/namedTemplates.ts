import type { ChartText } from '../../helm/chartTexts.ts';
import type { Span } from '../../text/span.ts';

/** A `define` or `block` of a template. */
export interface NamedTemplate {
  readonly name: string;
  readonly file: ChartText;
  /** The name, without its quotes. */
  readonly span: Span;
  /** The comment before it; '' if there is none. */
  readonly comment: string;
  /** The beginning of its output. */
  readonly body: string;
}

const definition = /\{\{-?[ \t]*(?:define|block)[ \t]+(["`])([^"`\n]{1,500})\1/g;
const longestBody = 1_500;

/** The named templates of some files, in their order; of two with one name the later one counts. */
export function namedTemplates(files: readonly ChartText[]): ReadonlyMap<string, readonly NamedTemplate[]> {
  const found = new Map<string, NamedTemplate[]>();
  for (const file of files) {
    for (const match of file.text.matchAll(definition)) {
      const { index, 0: whole, 2: name = '' } = match;
      const start = index + whole.length - name.length - 1;
      const span = { start, end: start + name.length };
      const template = { name, file, span, comment: commentBefore(file.text, index), body: bodyFrom(file.text, index) };
      found.set(name, [...(found.get(name) ?? []), template]);
    }
  }
  return found;
}

function commentBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - longestBody), at).trimEnd();
  const open = before.lastIndexOf('/*');
  const isComment = /\*\/[ \t]*-?\}\}$/.test(before) && open >= 0;
  return isComment ? before.slice(open + 2, before.lastIndexOf('*/')).trim() : '';
}

/** Up to the `end` on a line that begins no deeper than the definition: enough to be recognised by. */
function bodyFrom(text: string, at: number): string {
  const rest = text.slice(at, at + longestBody);
  const end = /\n\{\{-?[ \t]*end[ \t]*-?\}\}/.exec(rest);
  if (end !== null) return rest.slice(0, end.index + end[0].length);
  const next = rest.indexOf('{{- define', 2);
  return (next < 0 ? rest : rest.slice(0, next)).trimEnd();
}
