import table from '../../data/authored/kustomize.json' with { type: 'json' };
import type { Finding } from '../finding.ts';
import type { KustomizeContext } from '../kustomize/fileContext.ts';
import { locate } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node, ScalarNode } from '../manifest/node.ts';
import { isFilledIn } from '../manifest/read/placeholder.ts';
import type { Verdict } from './analysis.ts';

/** The refusals that a value is the reason of. */
const refusals: ReadonlySet<Finding['consequence']> = new Set(['undecodable', 'invalid', 'release-dependent']);

function isFilledInScalar({ value }: ScalarNode): boolean {
  return typeof value === 'string' && isFilledIn(value);
}

/** The keys and the texts right in a map or a list. */
function partsOf(node: Node): readonly string[] {
  const textOf = (value: Node) => (value.kind === 'scalar' && typeof value.value === 'string' ? [value.value] : []);
  if (node.kind === 'list') return node.items.flatMap(textOf);
  return node.kind === 'map' ? node.entries.flatMap(({ key, value }) => [key, ...textOf(value)]) : [];
}

/** Whether what is wrong is a value that Kustomize writes with the namespace. */
function isWritten({ apiVersion, kind, name = '' }: Resource, { path, message }: Finding): boolean {
  const { field, named } = table.namespace;
  if (path === field) return true;
  if (kind !== named.kind || apiVersion !== named.apiVersion) return false;
  // A server makes a label of the name.
  return path === named.field || (path === named.labels && message.includes(JSON.stringify(name)));
}

/**
 * The verdicts without what is wrong with values that are filled in before the object is sent: nobody knows what they will
 * be. The same array where there is nothing of the kind.
 *
 * @param text the file.
 * @param context what the kustomizations around it say of it.
 */
export function withoutFilledIn(
  text: string,
  resource: Resource,
  verdicts: readonly Verdict[],
  { setsNamespace }: Pick<KustomizeContext, 'setsNamespace'>,
): readonly Verdict[] {
  const isUncertain = (finding: Finding): boolean => {
    const { code, consequence, path, message } = finding;
    if (!refusals.has(consequence)) return false;
    if (setsNamespace && isWritten(resource, finding)) return true;
    const { node, key, exact } = locate(resource.root, path);
    if (node.kind === 'scalar' && isFilledInScalar(node)) return true;
    // What is missing is missing, whatever stands beside it.
    if (!exact) return false;
    // A key may be filled in as well as a value; an item of a list has none.
    if (key.start !== node.start && isFilledIn(text.slice(key.start, key.end))) return true;
    // A wrong label is told at all labels, and a wrong name of a host at the list of all.
    return code === 'invalid-value' && partsOf(node).some((one) => isFilledIn(one) && message.includes(one));
  };
  if (!verdicts.some(({ findings }) => findings.some(isUncertain))) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.filter((finding) => !isUncertain(finding)),
  }));
}
