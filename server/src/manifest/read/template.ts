import type { Span } from '../../text/span.ts';
import type { ManifestDocument } from '../manifest.ts';
import { isFilledIn, isRendered } from './placeholder.ts';

/** The effect of `{{ }}`, Jinja's `{% %}`, ERB's `<% %>` or `${VAR}` on a document. */
export type TemplateKind =
  /** Go template actions, or Jinja or ERB statements, replace YAML structure: nothing is known before rendering. */
  | 'template'
  /** Only bare names such as `{{IMAGE}}` or `${EXTRA}` occur: apiVersion and kind are as written. */
  | 'placeholders';

/** A template that is not valid YAML until it is rendered or its placeholders are replaced. */
export interface TemplateText {
  readonly kind: TemplateKind;
  /** The first placeholder that does not belong to a template language: `${X}`, `@@X@@`, `%%X%%`, `<x>`. */
  readonly mark: Span | undefined;
}

/**
 * The template in the text of a document that is not valid YAML: it has `{{ }}`, lines consisting of `{% %}`, `<% %>`
 * or a placeholder, values that no plain YAML value begins like (`@@NAME@@`), or `${VAR}` as a value inside braces or
 * brackets, outside comments, quotes and block scalars. Scans lines only.
 */
export function templateOf(text: string, span: Span): TemplateText | undefined {
  const source = text.slice(span.start, span.end);
  if (!isFilledIn(source) && !/[{$]\{|\{%/.test(source)) return undefined;
  let found: TemplateText | undefined;
  for (const { line, start } of structureLines(source)) {
    const bare = withoutQuotesAndComment(line);
    if (/^\s*(?:\{%|<%)/.test(bare)) return { kind: 'template', mark: undefined };
    const range = spanIn(bare);
    if (range !== undefined) {
      const at = span.start + start;
      const isMark = !isRendered(bare.slice(range.start, range.end));
      const mark = isMark ? { start: at + range.start, end: at + range.end } : undefined;
      found = { kind: 'placeholders', mark: found?.mark ?? mark };
    }
    if (!bare.includes('{{')) continue;
    if (/\{\{(?!\s*[A-Za-z_]\w*\s*\}\})|\{\{-?\s*(end|else)\b/.test(bare)) return { kind: 'template', mark: undefined };
    found ??= { kind: 'placeholders', mark: undefined };
  }
  return found;
}

/** Whether a document is not valid YAML, and not because it is a template or too large to be read. */
export function isBroken({ root, problems, span }: ManifestDocument, text: string): boolean {
  const isRead = root !== undefined || problems.length === 0 || problems[0]?.isOurs === true;
  return !isRead && templateOf(text, span) === undefined;
}

/**
 * The kind of template of a document; undefined if it is not one. Called only for documents that are not valid YAML.
 */
export function templateKind(text: string, span: Span): TemplateKind | undefined {
  return templateOf(text, span)?.kind;
}

/** The first placeholder of a line, without quotes and comment, that YAML cannot read as a value. */
function spanIn(bare: string): Span | undefined {
  const alone = /^(\s*)(\S[^:]*)$/.exec(bare);
  const text = alone?.[2]?.trimEnd() ?? '';
  if (/^[$_@%<(].*[}_@%>)]$/.test(text) && isFilledIn(text)) {
    const start = alone?.[1]?.length ?? 0;
    return { start, end: start + text.length };
  }
  const value = /([{[,]\s*(?:[\w./-]+:\s+)?)(\$\{\w[^{}\s]*\}?)/.exec(bare) ?? marked.exec(bare);
  if (value === null) return undefined;
  const start = value.index + (value[1] ?? '').length;
  return { start, end: start + (value[2] ?? '').length };
}

const marked = /(^|[\s{[,])(@@?[A-Za-z][\w.-]*@@?|%%[A-Za-z][\w.-]*%%)/;

/** The lines that are not the text of a block scalar, each with where it starts in the source. */
function* structureLines(source: string): Generator<{ readonly line: string; readonly start: number }> {
  let scalarIndent = -1;
  let next = 0;
  for (const line of source.split('\n')) {
    const start = next;
    next += line.length + 1;
    const indent = line.length - line.trimStart().length;
    if (scalarIndent >= 0) {
      if (indent > scalarIndent || line.trim() === '') continue;
      scalarIndent = -1;
    }
    if (/(^|[:\s-])[|>][-+0-9]*\s*(#.*)?$/.test(line)) scalarIndent = indent;
    yield { line, start };
  }
}

/** The effect of statements in comments on a document, which is valid YAML with and without them. */
export type CommentedTemplate =
  /** Values are filled in and parts are omitted: what is present is certain, what is absent is not. */
  | 'values'
  /** It defines functions whose bodies are printed elsewhere. */
  | 'functions';

/** Whether a text may be a {@link commentedTemplate}; a cheap search that rarely matches. */
export function mayBeCommentedTemplate(text: string): boolean {
  return text.includes('#@') || text.includes('{%');
}

/**
 * Whether a document is a ytt template (`replicas: #@ data.values.replicas`), or a Jinja template with statements in
 * comments (`# {% if x %}`). Undefined for anything else.
 *
 * Source: https://carvel.dev/ytt/docs/latest/yaml-primer/
 */
export function commentedTemplate(text: string, span: Span): CommentedTemplate | undefined {
  const source = text.slice(span.start, span.end);
  if (!/#@|#[ \t]*\{%/.test(source)) return undefined;
  let found: CommentedTemplate | undefined;
  // Of each open block of ytt, whether it is in a function.
  const blocks: boolean[] = [];
  for (const { line } of structureLines(source)) {
    const bare = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, ' ');
    if (/^\s*#[ \t]*\{%-?\s*(?:if|for|else|elif|end)/.test(bare)) found = 'values';
    const statement = /(?:^|\s)#@\s*(\S.*)?$/.exec(line)?.[1]?.trimEnd();
    if (statement !== undefined && /(?:^|\s)#@/.test(bare)) {
      found = 'values';
      if (/^end\b/.test(statement)) blocks.pop();
      else if (/^(?:def|if|for|while)\b.*:$/.test(statement))
        blocks.push(blocks.at(-1) === true || /^def\b/.test(statement));
    } else if (blocks.at(-1) === true && !/^\s*(?:#|$)/.test(line)) return 'functions';
  }
  return found;
}

/** The line with single-line quoted scalars and its comment blanked out, at the same length. */
function withoutQuotesAndComment(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:^|\s)#.*$/g, (part) => ' '.repeat(part.length));
}

/** The first action that begins a line, if the document is a template. */
export function actionLine(text: string, span: Span): Span | undefined {
  const at = text.startsWith('{{', span.start) ? span.start : text.indexOf('\n{{', span.start) + 1;
  const isThere = at >= span.start && at < span.end && text.startsWith('{{', at);
  return isThere && templateKind(text, span) === 'template' ? { start: at, end: at + 2 } : undefined;
}

/** The `{{` in place of a value, if it makes the document a template or one with placeholders. */
export function actionAt(text: string, span: Span, at: number): Span | undefined {
  return templateKind(text, span) === undefined ? undefined : { start: at, end: at + 2 };
}
