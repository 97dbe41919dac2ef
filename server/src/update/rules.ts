import table from '../../data/authored/ratcheting.json' with { type: 'json' };
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../target/groupVersion.ts';
import { factMinor, type Minor } from '../target/version.ts';

/** Something that validation refuses on a create and may let stand on an update. */
export interface RatchetRule {
  /** `in-use`: when the stored object breaks the rule anywhere; `unchanged`: when it breaks it there, with the same value. */
  readonly keeps: 'in-use' | 'unchanged';
  /** A field whose text has to be the same as well, from the resource down. */
  readonly with: readonly string[] | undefined;
  /** The file of k8s.io/kubernetes that says so, and the function. */
  readonly source: string;
  /** Whether a finding about a resource falls under the rule at a binary. */
  concerns(finding: Finding, resource: Resource, binary: Minor): boolean;
}

interface RuleFact {
  readonly kinds: readonly string[];
  readonly path: string;
  readonly codes?: readonly string[];
  readonly says?: string;
  readonly since: string;
  readonly keeps: string;
  readonly with?: readonly string[];
  readonly source: string;
}

const facts: readonly RuleFact[] = table.rules;

/** Every rule that was found in the servers' source. */
export const ratchetRules: readonly RatchetRule[] = facts.map((fact) => {
  const path = new RegExp(fact.path);
  const since = factMinor(fact.since);
  return {
    keeps: fact.keeps === 'in-use' ? 'in-use' : 'unchanged',
    with: fact.with,
    source: fact.source,
    concerns: (finding, resource, binary) =>
      finding.consequence === 'invalid' &&
      since <= binary &&
      fact.kinds.includes(groupKind(resource)) &&
      fact.codes?.includes(finding.code) !== false &&
      path.test(finding.path) &&
      finding.message.includes(fact.says ?? ''),
  };
});

/** `apps/Deployment`, and `Pod` in the core group. */
export function groupKind({ apiVersion, kind }: Resource): string {
  const group = parseGroupVersion(apiVersion)?.group ?? '';
  return group === '' ? kind : `${group}/${kind}`;
}
