import { nearest } from '../text/nearest.ts';
import type { Piece, TemplateProblem } from './template/lex.ts';

const including: ReadonlySet<string> = new Set(['include', 'template']);

/**
 * The names in `include` and `template` that no template of a chart has, but a similar one: Helm fails where it reaches
 * one. Other names may be those of a library chart that is not there yet.
 *
 * Source: `includeFun` in helm.sh/helm/v3 pkg/engine/engine.go, and `walkTemplate` in `text/template/exec.go` of Go.
 *
 * @param defined the names that the chart and its sub-charts define.
 */
export function undefinedIncludes(pieces: readonly Piece[], defined: ReadonlySet<string>): readonly TemplateProblem[] {
  return pieces.flatMap((piece) => {
    if (piece.kind !== 'action') return [];
    return piece.tokens.flatMap(({ kind, text, start, end }, index): readonly TemplateProblem[] => {
      const before = piece.tokens[index - 1];
      if (kind !== 'string' || before === undefined || !including.has(before.text) || defined.has(text)) return [];
      const [near] = nearest(text, [...defined], 1);
      if (near === undefined) return [];
      return [{ message: `no template of the chart has the name "${text}"; did you mean "${near}"?`, start, end }];
    });
  });
}
