import { shadowedMessage } from '../../checks/shadowed-definition/check.ts';
import { withFindings } from '../../report/buildReport.ts';
import type { ReportFinding } from '../../report/workspaceReport.ts';
import type { FileOutcome } from '../judging/judgeFile.ts';
import type { DefinedKind } from './customKinds.ts';

/** A definition that does not count, because another one of its kind does. */
export interface Shadowed {
  readonly kind: DefinedKind;
  /** The place of the file whose definition counts, among all files. */
  readonly by: number;
}

/** For each file, by its place, those of its definitions that do not count although they say something else. */
export function shadowedDefinitions(
  kindsOfFiles: Iterable<readonly DefinedKind[]>,
): ReadonlyMap<number, readonly Shadowed[]> {
  const files = [...kindsOfFiles];
  const counting = countingDefinitions(files);
  const shadowed = new Map<number, Shadowed[]>();
  for (const [index, kinds] of files.entries()) {
    for (const kind of kinds) {
      const counts = counting.get(nameOf(kind));
      if (counts === undefined || counts.kind.digest === kind.digest) continue;
      // A template may come to define nothing: it is told of what counts before it alone.
      if (kind.digest === undefined && index < counts.by) continue;
      shadowed.set(index, [...(shadowed.get(index) ?? []), { kind, by: counts.by }]);
    }
  }
  return shadowed;
}

/** Of each kind the first definition that a target takes; the first one where none does. */
function countingDefinitions(files: readonly (readonly DefinedKind[])[]): ReadonlyMap<string, Shadowed> {
  const counting = new Map<string, Shadowed>();
  for (const [by, kinds] of files.entries()) {
    for (const kind of kinds) {
      if (kind.digest === undefined) continue;
      const earlier = counting.get(nameOf(kind));
      if (earlier === undefined || (earlier.kind.refused && !kind.refused)) counting.set(nameOf(kind), { kind, by });
    }
  }
  return counting;
}

function nameOf({ group, kind }: DefinedKind): string {
  return `${kind}.${group}`;
}

/** Outcomes that say of their definitions which do not count, as far as looks at each file alone can tell. */
export function withShadowed(
  outcomes: readonly FileOutcome[],
  files: readonly { readonly file: string }[],
): readonly FileOutcome[] {
  const shadowed = shadowedDefinitions(outcomes.map(({ customKinds }) => customKinds.defined));
  return outcomes.map((outcome, index) => {
    const findings = (shadowed.get(index) ?? []).flatMap(({ kind, by }): readonly ReportFinding[] => {
      const message = shadowedMessage(kind.kind, files[by]?.file ?? '');
      return (kind.ifShadowed ?? []).map((finding) => ({ ...finding, message }));
    });
    return findings.length === 0 ? outcome : { ...outcome, report: withFindings(outcome.report, findings) };
  });
}
