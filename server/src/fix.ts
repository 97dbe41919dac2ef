import { analyze } from './analyze.ts';
import type { Finding, Fix } from './finding.ts';
import type { Analysis } from './judge/analysis.ts';
import type { FileInputs } from './judge/fileInputs.ts';
import type { Resource } from './manifest/manifest.ts';
import { isOfSuppression } from './suppress/suppress.ts';
import { applyEdits, conflict, offsetBefore, type TextEdit } from './text/edit.ts';

/** A text after fixes, with the applied ones in order. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
  /** The analysis of the fixed text. */
  readonly analysis: Analysis;
  /** The offset in the original text of an offset in the fixed one. */
  readonly originOf: (offset: number) => number;
}

/** A fix that was applied and the finding that it fixes. */
export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  /** The resource; undefined for findings on the file. */
  readonly resource: Resource | undefined;
  /** The start of the finding in the original text. */
  readonly origin: number;
}

/** Whether a fix may be applied; `origin` is the start of the finding in the original text. */
export type FixPolicy = (finding: Finding, fix: Fix, origin: number) => boolean;

/** Every safe fix. */
export const safeFixes: FixPolicy = (_, { kind }) => kind === 'safe';

/** Fixes can enable further fixes; this is the maximum number of rounds. */
const maxRounds = 10;

/**
 * Applies every fix that `policy` allows, repeatedly until none is left. Suppressed and turned-off findings are not
 * fixed. Of two fixes that touch the same text, the first wins its round and the other is tried in the next.
 */
export function applyFixes(text: string, inputs: FileInputs, policy: FixPolicy): FixedText {
  const applied: AppliedFix[] = [];
  let current = text;
  let analysis = analyze(current, inputs);
  let originOf = (offset: number) => offset;
  const earlierRounds: FixedText[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const chosen = chooseFixes(findingsOf(analysis), policy, originOf);
    const next = chosen.length === 0 ? undefined : applyIfReadable(current, analysis, chosen, inputs);
    if (next === undefined) break;
    earlierRounds.push({ text: current, applied: [...applied], analysis, originOf });
    // One target's fix can undo another's: of such a cycle, no fix is applied.
    const repeated = earlierRounds.find(({ text: before }) => before === next.text);
    if (repeated !== undefined) return repeated;
    applied.push(...next.applied);
    current = next.text;
    analysis = next.analysis;
    const before = originOf;
    const edits = next.applied.flatMap(({ fix }) => fix.edits);
    originOf = (offset) => before(offsetBefore(offset, edits));
  }
  return { text: current, applied, analysis, originOf };
}

/**
 * Applies all fixes if the result parses as well as before, otherwise only those that alone keep it so: a fix must never
 * make a text worse. Undefined if nothing changes.
 */
export function applyIfReadable(
  text: string,
  before: Analysis,
  chosen: readonly AppliedFix[],
  inputs: FileInputs,
): Omit<FixedText, 'originOf'> | undefined {
  const next = applyEdits(
    text,
    chosen.flatMap(({ fix }) => fix.edits),
  );
  if (next === undefined || next === text) return undefined;
  const analysis = analyze(next, inputs);
  if (parseProblems(analysis) <= parseProblems(before)) return { text: next, applied: chosen, analysis };
  const readable = chosen.filter(
    (appliedFix) => chosen.length > 1 && applyIfReadable(text, before, [appliedFix], inputs) !== undefined,
  );
  return readable.length === 0 || readable.length === chosen.length
    ? undefined
    : applyIfReadable(text, before, readable, inputs);
}

/** The number of problems of a text that does not parse. */
function parseProblems({ manifest }: Analysis): number {
  return manifest.documents.reduce((sum, { problems }) => sum + problems.length, 0);
}

function findingsOf(analysis: Analysis): readonly FoundIn[] {
  return [
    ...analysis.documentFindings.map(({ finding }) => ({ finding, resource: undefined })),
    ...analysis.resources.flatMap(({ resource, verdicts }) =>
      verdicts.flatMap(({ findings }) => findings.map((finding) => ({ finding, resource }))),
    ),
  ];
}

type FoundIn = Pick<AppliedFix, 'finding' | 'resource'>;

function chooseFixes(
  findings: readonly FoundIn[],
  policy: FixPolicy,
  originOf: (offset: number) => number,
): AppliedFix[] {
  const chosen: AppliedFix[] = [];
  const edits: TextEdit[] = [];
  const wantedFix = (finding: Finding) => {
    const origin = originOf(finding.span.start);
    return finding.fixes().find((candidate) => policy(finding, candidate, origin));
  };
  // Once a suppression is corrected, the findings that it was meant to ignore are known and are not fixed.
  const comments = findings.filter(({ finding }) => isOfSuppression(finding.code) && wantedFix(finding) !== undefined);
  for (const { finding, resource } of comments.length > 0 ? comments : findings) {
    const fix = wantedFix(finding);
    if (fix === undefined || fix.edits.some((edit) => edits.some((other) => conflict(edit, other)))) continue;
    chosen.push({ finding, fix, resource, origin: originOf(finding.span.start) });
    edits.push(...fix.edits);
  }
  return chosen;
}
