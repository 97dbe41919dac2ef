import type { Span } from '../text/span.ts';

/** What `{{ }}`, Jinja's `{% %}` or `${VAR}` in a document makes of it. */
export type TemplateKind =
  /** Actions of Go templates or statements of Jinja stand where YAML has structure: nothing is known until it is rendered. */
  | 'template'
  /** Only bare names such as `{{IMAGE}}` or `${EXTRA}` stand there: apiVersion and kind are what they say. */
  | 'placeholders';

/**
 * Whether the text of a document that is no valid YAML is a template: it has `{{ }}`, lines of `{% %}` or `${VAR}`
 * alone, or `${VAR}` as a value between braces or brackets, outside comments, quotes and block scalars. Looks at lines alone.
 */
export function templateKind(text: string, span: Span): TemplateKind | undefined {
  const source = text.slice(span.start, span.end);
  if (!/\{\{|\{%|\$\{/.test(source)) return undefined;
  let found: TemplateKind | undefined;
  let scalarIndent = -1;
  for (const line of source.split('\n')) {
    const indent = line.length - line.trimStart().length;
    if (scalarIndent >= 0) {
      if (indent > scalarIndent || line.trim() === '') continue;
      scalarIndent = -1;
    }
    if (/(^|[:\s-])[|>][-+0-9]*\s*(#.*)?$/.test(line)) scalarIndent = indent;
    const bare = withoutQuotesAndComment(line);
    if (/^\s*\{%/.test(bare)) return 'template';
    if (/^\s*\$\{\w+\}\s*$/.test(bare) || /[{[,]\s*(?:[\w./-]+:\s+)?\$\{\w/.test(bare)) found = 'placeholders';
    if (!bare.includes('{{')) continue;
    if (/\{\{(?!\s*[A-Za-z_]\w*\s*\}\})|\{\{-?\s*(end|else)\b/.test(bare)) return 'template';
    found = 'placeholders';
  }
  return found;
}

/** The line with quoted scalars that end on it and its comment blanked out. */
function withoutQuotesAndComment(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?:^|\s)#.*$/g, ' ');
}

/** The first action that begins a line, if the document is a template. */
export function actionLine(text: string, span: Span): Span | undefined {
  if (text.startsWith('{{', span.start)) return found(text, span, span.start);
  const at = text.indexOf('\n{{', span.start);
  return at < 0 || at >= span.end ? undefined : found(text, span, at + 1);
}

function found(text: string, span: Span, at: number): Span | undefined {
  return templateKind(text, span) === 'template' ? { start: at, end: at + 2 } : undefined;
}
