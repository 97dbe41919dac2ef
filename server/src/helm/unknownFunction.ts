import facts from '../../data/authored/helm-objects.json' with { type: 'json' };
import { nearest } from '../text/nearest.ts';
import type { Piece, TemplateProblem } from './template/lex.ts';

const { go, helm, sprig, others } = facts.functions;
const functions: ReadonlySet<string> = new Set([...go, ...helm, ...sprig, ...others]);
/** Words that are values: `lexIdentifier` and `nil` in `text/template/parse` of Go. */
const constants: ReadonlySet<string> = new Set(['true', 'false', 'nil']);

/**
 * The first function in a template that no Helm has. Helm refuses the whole chart when it parses it: `function not
 * defined` in `text/template/parse/parse.go` of Go.
 */
export function unknownFunction(pieces: readonly Piece[]): TemplateProblem | undefined {
  for (const piece of pieces) {
    if (piece.kind !== 'action') continue;
    for (const { kind, text, start, end } of piece.tokens) {
      if (kind !== 'word' || functions.has(text) || constants.has(text)) continue;
      const [near] = nearest(text, [...functions], 1);
      const meant = near === undefined ? '' : `; did you mean ${near}?`;
      return { message: `function "${text}" not defined${meant}`, start, end };
    }
  }
  return undefined;
}
