import { analyze } from './analyze.ts';
import type { Finding, Fix } from './finding.ts';
import type { Analysis } from './judge/analysis.ts';
import type { FileInputs } from './judge/fileInputs.ts';
import type { Resource } from './manifest/manifest.ts';
import { isOfSuppression } from './suppress/suppress.ts';
import { applyEdits, conflict, placeBefore, type TextEdit } from './text/edit.ts';

/** A text after fixes, with what was applied, in order. */
export interface FixedText {
  readonly text: string;
  readonly applied: readonly AppliedFix[];
  /** What is said of the text after the fixes. */
  readonly analysis: Analysis;
}

/** A fix that was applied and the finding that it fixes. */
export interface AppliedFix {
  readonly finding: Finding;
  readonly fix: Fix;
  /** The resource that it is of; undefined for what concerns the file. */
  readonly resource: Resource | undefined;
  /** Where the finding begins in the text as it was before anything was fixed. */
  readonly origin: number;
}

/** Says which of the fixes of a finding may be applied; `origin` is where it begins in the text before all fixes. */
export type FixPolicy = (finding: Finding, fix: Fix, origin: number) => boolean;

/** Every safe fix. */
export const safeFixes: FixPolicy = (_, { kind }) => kind === 'safe';

/** Fixes can make room for further ones; a text that is still not at rest after so many rounds is left as it is then. */
const maxRounds = 10;

/**
 * Applies every fix that `policy` allows, again and again until nothing is left to fix. What a comment of the file or
 * the severities of its settings turn off is left alone. Where two fixes touch the same text, the first one wins its round
 * and the other gets its chance in the next.
 */
export function applyFixes(text: string, inputs: FileInputs, policy: FixPolicy): FixedText {
  const applied: AppliedFix[] = [];
  let current = text;
  let analysis = analyze(current, inputs);
  let originOf = (offset: number) => offset;
  const seen: FixedText[] = [];
  for (let round = 0; round < maxRounds; round++) {
    const chosen = chooseFixes(findingsOf(analysis), policy, originOf);
    const next = chosen.length === 0 ? undefined : applyReadably(current, analysis, chosen, inputs);
    if (next === undefined) break;
    seen.push({ text: current, applied: [...applied], analysis });
    // What one target asks for another can ask to undo: such fixes come to nothing, and none of them is applied.
    const again = seen.find(({ text: before }) => before === next.text);
    if (again !== undefined) return again;
    applied.push(...next.applied);
    current = next.text;
    analysis = next.analysis;
    const before = originOf;
    const edits = next.applied.flatMap(({ fix }) => fix.edits);
    originOf = (offset) => before(placeBefore(offset, edits));
  }
  return { text: current, applied, analysis };
}

/**
 * Applies fixes, all of them if the text can be read afterwards, else one after the other those with which it can: a fix
 * must never make a text worse. Undefined where nothing changes.
 */
export function applyReadably(
  text: string,
  before: Analysis,
  chosen: readonly AppliedFix[],
  inputs: FileInputs,
): FixedText | undefined {
  const next = applyEdits(
    text,
    chosen.flatMap(({ fix }) => fix.edits),
  );
  if (next === undefined || next === text) return undefined;
  const analysis = analyze(next, inputs);
  if (unread(analysis) <= unread(before)) return { text: next, applied: chosen, analysis };
  const readable = chosen.filter(
    (appliedFix) => chosen.length > 1 && applyReadably(text, before, [appliedFix], inputs) !== undefined,
  );
  return readable.length === 0 || readable.length === chosen.length
    ? undefined
    : applyReadably(text, before, readable, inputs);
}

/** How many problems of a text keep it from being read. */
function unread({ manifest }: Analysis): number {
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
  const wanted = (finding: Finding) => {
    const origin = originOf(finding.span.start);
    return finding.fixes().find((candidate) => policy(finding, candidate, origin));
  };
  // What a comment was meant to ignore is known, and then not fixed, once the comment is right.
  const comments = findings.filter(({ finding }) => isOfSuppression(finding.code) && wanted(finding) !== undefined);
  for (const { finding, resource } of comments.length > 0 ? comments : findings) {
    const fix = wanted(finding);
    if (fix === undefined || fix.edits.some((edit) => edits.some((other) => conflict(edit, other)))) continue;
    chosen.push({ finding, fix, resource, origin: originOf(finding.span.start) });
    edits.push(...fix.edits);
  }
  return chosen;
}
