import { type AnalyzeOptions, analyze } from './analyze.ts';
import type { ApiSurface } from './catalog/surface.ts';
import type { Finding, Fix } from './finding.ts';
import { applyEdits, conflict, type TextEdit } from './text/edit.ts';

/** A text after fixes, with what was applied, in order. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
}

/** A fix that was applied and the finding that it mends. */
export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
}

/** Fixes can make room for further ones; a text that is still not at rest after so many rounds is left as it is then. */
const maxRounds = 10;

/**
 * Applies every safe fix whose finding `wants`, again and again until nothing is left to mend. Where two fixes touch
 * the same text, the first one wins its round and the other gets its chance in the next.
 */
export function applyFixes(
  text: string,
  path: string,
  surfaces: readonly ApiSurface[],
  wants: (finding: Finding, fix: Fix) => boolean = (_, fix) => fix.kind === 'safe',
  options: AnalyzeOptions = {},
): FixedText {
  const applied: AppliedFix[] = [];
  let current = text;
  for (let round = 0; round < maxRounds; round++) {
    const chosen = chooseFixes(findingsOf(current, path, surfaces, options), wants);
    if (chosen.length === 0) break;
    const next = applyEdits(
      current,
      chosen.flatMap(({ fix }) => fix.edits),
    );
    if (next === undefined || next === current) break;
    applied.push(...chosen);
    current = next;
  }
  return { text: current, applied };
}

function findingsOf(
  text: string,
  path: string,
  surfaces: readonly ApiSurface[],
  options: AnalyzeOptions,
): readonly Finding[] {
  const analysis = analyze(text, path, surfaces, options);
  return [
    ...analysis.documentFindings.map(({ finding }) => finding),
    ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
}

function chooseFixes(findings: readonly Finding[], wants: (finding: Finding, fix: Fix) => boolean): AppliedFix[] {
  const chosen: AppliedFix[] = [];
  const edits: TextEdit[] = [];
  for (const finding of findings) {
    const fix = finding.fixes.find((candidate) => wants(finding, candidate));
    if (fix === undefined || fix.edits.some((edit) => edits.some((other) => conflict(edit, other)))) continue;
    chosen.push({ finding, fix });
    edits.push(...fix.edits);
  }
  return chosen;
}
