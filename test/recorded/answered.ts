import assert from 'node:assert/strict';
import { analyze } from '../../server/src/analyze.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { Answer } from '../conformance/answers.ts';
import { type Comparison, compare } from '../conformance/judge.ts';
import { inputs } from '../harness/inputs.ts';

/** A document, and each distinct answer with the settings for which the server gave it. */
export interface AnsweredDocument {
  readonly text: string;
  readonly kind: string;
  readonly answers: readonly (readonly [RecordedAnswer, readonly string[]])[];
}

/** The answer of a server in recordings, which keep only the fields of causes. */
export interface RecordedAnswer extends Pick<Answer, 'verdict' | 'unknown' | 'duplicate' | 'warnings' | 'lost'> {
  readonly causes?: readonly string[];
}

/** Compares the findings in each document of a recording with each of its answers. */
export function compareRow(
  { text, kind, answers }: AnsweredDocument,
  surfaces: ReadonlyMap<string, ApiSurface>,
): readonly Comparison[] {
  return answers.flatMap(([answer, settings]) =>
    settings.flatMap((setting) => {
      const surface = surfaces.get(setting);
      assert.ok(surface !== undefined, setting);
      return compareAnswer(text, kind, answer, surface, `${setting}: `);
    }),
  );
}

/** Compares the findings in a document with one answer. */
export function compareAnswer(
  text: string,
  kind: string,
  { causes, ...answer }: RecordedAnswer,
  surface: ApiSurface,
  prefix = '',
): readonly Comparison[] {
  const { documentFindings, resources } = analyze(text, inputs('recorded.yaml', [surface]));
  const findings = [
    ...documentFindings.map(({ finding }) => finding),
    ...resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
  ];
  const refused = causes?.map((field) => ['', field, ''] as const);
  const whole: Answer = { id: '', sha: '', ...answer, ...(refused === undefined ? {} : { causes: refused }) };
  return compare(whole, kind, findings, resources.length > 0).map((comparison) => ({
    ...comparison,
    detail: comparison.agrees ? '' : `${prefix}${comparison.detail}\n${text}`,
  }));
}
