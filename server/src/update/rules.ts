import table from '../../data/authored/ratcheting.json' with { type: 'json' };
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { factMinor, type Minor } from '../targets/version.ts';
import { textAt } from './values.ts';

const keepings = ['in-use', 'anywhere', 'unchanged', 'same-value', 'replaced', 'always'] as const;
type Keeping = (typeof keepings)[number];

/** Something that validation refuses on a create and may let stand on an update. */
export interface RatchetRule {
  /**
   * `in-use`: when the stored object breaks the rule anywhere; `anywhere`: when it has the same value refused for the
   * same reason at whatever place; `unchanged`: when it has the same finding at the same place; `same-value`: when it
   * has the same value at the same place, where it is right; `replaced`: unless it breaks the rule itself, as the
   * server puts what is stored in the place of what it is sent; `always`: whatever it has.
   */
  readonly keeps: Keeping;
  /** Fields whose values must be the same as well, from the resource down; `*` stands for each item of a list. */
  readonly same: readonly (readonly string[])[];
  /** What the server does instead of letting it stand, in a sentence. */
  readonly why: string | undefined;
  /** The file that says so, and the function. */
  readonly source: string;
  /** Whether a finding about a new object falls under the rule. */
  concerns(finding: Finding, resource: Resource): boolean;
  /** Whether a finding about the stored object is one that makes the server keep what breaks the rule. */
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

/** Made when the first update is judged: most runs judge none. */
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

/** What a binary is known to let stand in updates of a kind of resource. */
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
  const says = new RegExp(fact.says ?? '');
  const stored = fact.stored === undefined ? undefined : new RegExp(fact.stored);
  const { shows } = fact;
  const where = fact.where === undefined ? undefined : { field: fact.where.field, is: new RegExp(fact.where.is) };
  const covers = (finding: Finding): boolean =>
    finding.consequence === 'invalid' &&
    fact.codes?.includes(finding.code) !== false &&
    path.test(finding.path) &&
    says.test(finding.message);
  return {
    keeps: keepings.find((keeping) => keeping === fact.keeps) ?? 'unchanged',
    same: fact.same ?? [],
    why: fact.why,
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
