import { shadowedFinding } from '../../checks/shadowed-definition/check.ts';
import { reportFindings, withFindings } from '../../report/buildReport.ts';
import type { ReportFinding } from '../../report/workspaceReport.ts';
import type { FileOutcome } from '../judging/judgeFile.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import type { DefinedKind } from './customKinds.ts';

/** A definition, with the place of its file among all files. */
interface Defined {
  readonly kind: DefinedKind;
  readonly by: number;
}

/** The definitions of several files, by what they define. */
class Definitions {
  readonly #byName = new Map<string, Defined[]>();

  constructor(kindsOfFiles: Iterable<readonly DefinedKind[]>) {
    let by = 0;
    for (const kinds of kindsOfFiles) {
      for (const kind of kinds) {
        // A template may come to define nothing: it is told of others, and others are not told of it.
        if (kind.digest === undefined) continue;
        const known = this.#byName.get(nameOf(kind));
        if (known === undefined) this.#byName.set(nameOf(kind), [{ kind, by }]);
        else known.push({ kind, by });
      }
      by++;
    }
  }

  /** Whether there is another definition of the kind, which says something else. */
  isContested({ kind, by }: Defined): boolean {
    const all = this.#byName.get(nameOf(kind)) ?? [];
    const [first] = all;
    if (kind.digest === undefined) return first !== undefined && first.by <= by;
    return all.some((other) => other.kind.digest !== kind.digest);
  }

  /** The first of a kind that counts for a target, if that says something else, and whether this one counts as well. */
  firstFor({ kind, by }: Defined, target: string): { readonly by: number; readonly counts: boolean } | undefined {
    const all = this.#byName.get(nameOf(kind)) ?? [];
    const taken = all.filter((other) => other.kind.takenBy.includes(target));
    const counting = taken.length > 0 ? taken : all;
    const [first] = counting;
    if (first === undefined || first.kind.digest === kind.digest) return undefined;
    if (kind.digest === undefined && by < first.by) return undefined;
    return { by: first.by, counts: counting.some((other) => other.kind.digest === kind.digest) };
  }
}

function nameOf({ group, kind }: DefinedKind): string {
  return `${kind}.${group}`;
}

/** For each file, by its place, those of its definitions beside which there is one of the kind that says something else. */
export function contestedDefinitions(
  kindsOfFiles: readonly (readonly DefinedKind[])[],
): ReadonlyMap<number, readonly DefinedKind[]> {
  const definitions = new Definitions(kindsOfFiles);
  const contested = new Map<number, readonly DefinedKind[]>();
  for (const [by, kinds] of kindsOfFiles.entries()) {
    if (kinds.length === 0) continue;
    const own = kinds.filter((kind) => definitions.isContested({ kind, by }));
    if (own.length > 0) contested.set(by, own);
  }
  return contested;
}

/** A file as reports name it, with how severe its findings are. */
interface ReportedOn {
  readonly file: string;
  readonly settings: Pick<FileSettings, 'severity'>;
}

/** Outcomes that say of their definitions which others there are, as far as looks at each file alone can tell. */
export function withShadowed(outcomes: readonly FileOutcome[], files: readonly ReportedOn[]): readonly FileOutcome[] {
  const definitions = new Definitions(outcomes.map(({ customKinds }) => customKinds.defined));
  return outcomes.map((outcome, by) => {
    const on = files[by];
    if (on === undefined || outcome.customKinds.defined.length === 0) return outcome;
    const findings = outcome.customKinds.defined.flatMap((kind) => shadowedIn(on, { kind, by }, definitions, files));
    return findings.length === 0 ? outcome : { ...outcome, report: withFindings(outcome.report, findings) };
  });
}

/** What there is to say of a definition in a file, at each target for which another one is the first. */
function shadowedIn(
  { file, settings: { severity } }: ReportedOn,
  defined: Defined,
  definitions: Definitions,
  files: readonly ReportedOn[],
): readonly ReportFinding[] {
  const { kind, ifShadowed } = defined.kind;
  if (ifShadowed === undefined) return [];
  const { resource, span, range, targets } = ifShadowed;
  const found = targets.flatMap((target) => {
    const first = definitions.firstFor(defined, target);
    if (first === undefined) return [];
    const finding = shadowedFinding(span, kind, files[first.by]?.file ?? '', first.counts);
    return [{ resource, target, finding }];
  });
  return reportFindings({ file, lines: { range: () => range }, severity }, found);
}
