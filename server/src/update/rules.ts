import table from '../../data/authored/ratcheting.json' with { type: 'json' };
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { factMinor, type Minor } from '../targets/version.ts';
import { textAt } from './values.ts';

const tolerances = ['in-use', 'anywhere', 'unchanged', 'same-value', 'replaced', 'always'] as const;
type Tolerance = (typeof tolerances)[number];

/** A validation rule that an update may tolerate although a create refuses it. */
export interface RatchetRule {
  /**
   * When the update tolerates a violation:
   * - `in-use`: if the stored object violates the rule anywhere;
   * - `anywhere`: if it has the same code and reason at any path;
   * - `unchanged`: if it has the same finding at the same path;
   * - `same-value`: if it has the same value at the same path, where it is valid;
   * - `replaced`: unless it violates the rule, since the server overwrites the sent value with the stored one;
   * - `always`.
   */
  readonly keeps: Tolerance;
  /** The paths of fields that must be unchanged as well; `*` matches each list item. */
  readonly same: readonly (readonly string[])[];
  /** The server's behaviour, a sentence; undefined if the stored object is the reason. */
  readonly why: string | undefined;
  /** The Warning header of an update that is tolerated. */
  readonly warns: string | undefined;
  /** The Kubernetes file and function. */
  readonly source: string;
  /** Whether the rule applies to a finding on the new object. */
  concerns(finding: Finding, resource: Resource): boolean;
  /** Whether a finding on the stored object makes the server tolerate the new one. */
  excuses(finding: Finding): boolean;
}

interface RuleFact {
  readonly kinds: readonly string[];
  readonly path: string;
  readonly codes?: readonly string[];
  readonly says?: string;
  readonly since: string;
  readonly until?: string;
  readonly keeps: string;
  readonly stored?: string;
  readonly where?: { readonly field: readonly string[]; readonly is: string };
  readonly shows?: readonly string[];
  readonly same?: readonly (readonly string[])[];
  readonly why?: string;
  readonly warns?: string;
  readonly source: string;
}

const facts: readonly RuleFact[] = table.rules;
const kindLists: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(table.kindLists));

interface DatedRule {
  readonly since: Minor;
  readonly until: Minor | undefined;
  readonly rule: RatchetRule;
}

let rulesByKind: ReadonlyMap<string, readonly DatedRule[]> | undefined;

/** Called for the first update: most runs have none. */
function indexRules(): ReadonlyMap<string, readonly DatedRule[]> {
  const index = new Map<string, DatedRule[]>();
  for (const fact of facts) {
    const dated = {
      since: factMinor(fact.since),
      until: fact.until === undefined ? undefined : factMinor(fact.until),
      rule: ruleOf(fact),
    };
    for (const kind of fact.kinds.flatMap((name) => kindLists.get(name) ?? [name])) {
      index.set(kind, [...(index.get(kind) ?? []), dated]);
    }
  }
  return index;
}

/** The rules that a binary relaxes in updates of a resource's kind. */
export function ratchetRules(resource: Resource, binary: Minor): readonly RatchetRule[] {
  rulesByKind ??= indexRules();
  return (rulesByKind.get(groupKind(resource)) ?? [])
    .filter(({ since, until }) => since <= binary && (until === undefined || binary <= until))
    .map(({ rule }) => rule);
}

/** `apps/Deployment`, and `Pod` in the core group. */
export function groupKind({ apiVersion, kind }: Resource): string {
  const group = parseGroupVersion(apiVersion)?.group ?? '';
  return group === '' ? kind : `${group}/${kind}`;
}

function ruleOf(fact: RuleFact): RatchetRule {
  const path = new RegExp(fact.path);
  const messagePattern = new RegExp(fact.says ?? '');
  const stored = fact.stored === undefined ? undefined : new RegExp(fact.stored);
  const { shows } = fact;
  const where = fact.where === undefined ? undefined : { field: fact.where.field, is: new RegExp(fact.where.is) };
  const covers = (finding: Finding): boolean =>
    finding.consequence === 'invalid' &&
    fact.codes?.includes(finding.code) !== false &&
    path.test(finding.path) &&
    messagePattern.test(finding.message);
  return {
    keeps: tolerances.find((tolerance) => tolerance === fact.keeps) ?? 'unchanged',
    same: fact.same ?? [],
    why: fact.why,
    warns: fact.warns,
    source: fact.source,
    concerns(finding, resource) {
      if (!covers(finding)) return false;
      if (shows !== undefined && !finding.message.includes(`value: ${JSON.stringify(textAt(resource.root, shows))}:`)) {
        return false;
      }
      if (where === undefined) return true;
      const index = path.exec(finding.path)?.[1] ?? '';
      const field = where.field.map((name) => (name === '$1' ? index : name));
      return where.is.test(textAt(resource.root, field));
    },
    excuses:
      stored === undefined ? covers : ({ consequence, path: at }) => consequence === 'invalid' && stored.test(at),
  };
}
