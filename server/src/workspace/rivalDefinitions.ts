import { shadowedMessage } from '../checks/shadowed-definition/check.ts';
import { withFindings } from '../report/buildReport.ts';
import type { ReportFinding } from '../report/workspaceReport.ts';
import type { DefinedKind } from './customKinds.ts';
import type { FileOutcome } from './judgeFile.ts';

/** A definition that does not count, because an earlier file defines its kind. */
export interface Shadowed {
  readonly kind: DefinedKind;
  /** The place of the file whose definition counts, among all files. */
  readonly by: number;
}

/** For each file, by its place, those of its definitions that do not count although they say something else. */
export function shadowedDefinitions(
  kindsOfFiles: Iterable<readonly DefinedKind[]>,
): ReadonlyMap<number, readonly Shadowed[]> {
  const first = new Map<string, { readonly kind: DefinedKind; readonly by: number }>();
  const shadowed = new Map<number, Shadowed[]>();
  let index = 0;
  for (const kinds of kindsOfFiles) {
    for (const kind of kinds) {
      const name = `${kind.kind}.${kind.group}`;
      const counting = first.get(name);
      if (counting === undefined) {
        if (kind.digest !== undefined) first.set(name, { kind, by: index });
      } else if (counting.kind.digest !== kind.digest) {
        shadowed.set(index, [...(shadowed.get(index) ?? []), { kind, by: counting.by }]);
      }
    }
    index++;
  }
  return shadowed;
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
