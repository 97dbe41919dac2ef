import {
  type CompletionItem,
  CompletionItemTag,
  type Diagnostic,
  DiagnosticSeverity,
  DiagnosticTag,
  InsertTextFormat,
  MarkupContent,
  type Position,
  type Range,
} from 'vscode-languageserver/node';

/** The range of a text such as `3:5` or `3:5-3:9`, which counts from 1 as editors do. */
export function rangeOf(text: string): Range {
  const [start = text, end = start] = text.split('-');
  const at = (position: string): Position => {
    const [line = 1, character = 1] = position.split(':').map(Number);
    return { line: line - 1, character: character - 1 };
  };
  return { start: at(start), end: at(end) };
}

/** A position in this form. */
export function shownPosition({ line, character }: Position): string {
  return `${line + 1}:${character + 1}`;
}

const severities = new Map<DiagnosticSeverity | undefined, string>([
  [DiagnosticSeverity.Error, 'error'],
  [DiagnosticSeverity.Warning, 'warning'],
  [DiagnosticSeverity.Information, 'information'],
]);

/** A diagnostic on one line. */
export function shownDiagnostic({ range, severity, code, message, tags = [] }: Diagnostic): string {
  const dimmed = tags.includes(DiagnosticTag.Unnecessary) ? ' (dimmed)' : '';
  const [first = ''] = (MarkupContent.is(message) ? message.value : message).split('\n');
  return `${shownPosition(range.start)}-${shownPosition(range.end)} ${severities.get(severity) ?? 'hint'}${dimmed} ${code ?? ''}: ${first}`;
}

/** The texts of a completion item besides its label. */
export function shownItem({ detail = '', documentation = '', tags = [], insertTextFormat }: CompletionItem): string {
  const notes = [
    ...(tags.includes(CompletionItemTag.Deprecated) ? ['deprecated'] : []),
    ...(insertTextFormat === InsertTextFormat.Snippet ? ['a snippet'] : []),
  ];
  const text = MarkupContent.is(documentation) ? documentation.value : documentation;
  return [detail, ...(notes.length === 0 ? [] : [`(${notes.join(', ')})`]), ...(text === '' ? [] : [text])].join('\n');
}

/** Words separated by commas, in lines of about 110 characters. */
export function wrapped(words: readonly string[]): string {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 110) lines.push(word);
    else lines[lines.length - 1] = `${last}, ${word}`;
  }
  return lines.join('\n');
}
