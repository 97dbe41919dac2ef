import { shadowedFinding } from '../../checks/shadowed-definition/shadowedDefinition.ts';
import type { SeverityPolicy } from '../../config/severity.ts';
import { reportFindings } from '../../report/buildReport.ts';
import type { ReportFinding } from '../../report/workspaceReport.ts';
import type { DefinedKind } from './definedKinds.ts';

/** A definition, with the place of its file among all files. */
interface Defined {
  readonly kind: DefinedKind;
  readonly by: number;
}

/** The definitions of several files, by kind. */
class Definitions {
  readonly #byName = new Map<string, Defined[]>();

  constructor(kindsOfFiles: Iterable<readonly DefinedKind[]>) {
    let by = 0;
    for (const kinds of kindsOfFiles) {
      for (const kind of kinds) {
        // A template may define nothing: it is compared with others, but others not with it.
        if (kind.digest === undefined) continue;
        const known = this.#byName.get(nameOf(kind));
        if (known === undefined) this.#byName.set(nameOf(kind), [{ kind, by }]);
        else known.push({ kind, by });
      }
      by++;
    }
  }

  /**
   * The first definition of a kind that takes precedence for a target, if it differs, and whether this one is used as
   * well.
   */
  firstFor({ kind, by }: Defined, target: string): { readonly by: number; readonly counts: boolean } | undefined {
    const all = this.#byName.get(nameOf(kind)) ?? [];
    const taken = all.filter((other) => other.kind.acceptedBy.includes(target));
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

/** A file as reports name it, with how severe its findings are. */
interface ReportedOn {
  readonly file: string;
  readonly severity: SeverityPolicy;
}

/** The definitions of a file. */
export interface DefiningFile extends ReportedOn {
  readonly defined: readonly DefinedKind[];
}

/** The findings about definitions that differ from others, by file. */
export function shadowedDefinitions(files: readonly DefiningFile[]): ReadonlyMap<string, readonly ReportFinding[]> {
  const definitions = new Definitions(files.map(({ defined }) => defined));
  return new Map(
    files.flatMap((on, by) => {
      const findings = on.defined.flatMap((kind) => shadowedIn(on, { kind, by }, definitions, files));
      return findings.length === 0 ? [] : [[on.file, findings] as const];
    }),
  );
}

/** The findings about a definition in a file, for each target that uses another one first. */
function shadowedIn(
  { file, severity }: ReportedOn,
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
