import type { CodeLens } from 'vscode-languageserver/node';
import { lensesOf } from '../../insight/lenses.ts';
import type { JudgedDocument } from '../judgedDocument.ts';

/** Answers `textDocument/codeLens`: the storage version of a resource, the targets that serve it, and how long. */
export function codeLenses({ analysis, lines }: JudgedDocument): CodeLens[] {
  const seen = new Set<number>();
  return analysis.resources.flatMap((judged) => {
    const { line } = lines.position(judged.resource.root.start);
    const titles = lensesOf(judged);
    if (seen.has(line) || titles.length === 0) return [];
    seen.add(line);
    const start = { line, character: 0 };
    // A click does nothing.
    return [{ range: { start, end: start }, command: { title: titles.join(' · '), command: '' } }];
  });
}
