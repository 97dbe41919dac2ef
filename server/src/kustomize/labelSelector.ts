import { entryFor, mapFor } from '../manifest/node.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { AssembledResource } from './assembled.ts';
import type { SelectorCertainty } from './resourceSelector.ts';

/** A requirement on a map of labels. */
type Requirement = { readonly key: string; readonly isMet: (value: string | undefined) => boolean };

/**
 * Whether a selector of labels, or of annotations in the same syntax, matches a resource; `maybe` if that depends on
 * possible changes, or on unsupported syntax.
 *
 * Source: Parse and Requirement.Matches in `k8s.io/apimachinery/pkg/labels/selector.go`.
 */
export function labelMatch(
  selector: string,
  resource: AssembledResource,
  field: 'labels' | 'annotations',
): SelectorCertainty {
  if (selector.trim() === '') return 'yes';
  const requirements = requirementsOf(selector);
  const { root, apiVersion, changes } = { ...resource, apiVersion: apiVersionOf(resource) };
  if (requirements === undefined || root === undefined) return 'maybe';
  const metadata = mapFor(root, 'metadata');
  const labels = metadata && mapFor(metadata, field);
  let isMet = true;
  for (const { key, isMet: meets } of requirements) {
    const node = labels && entryFor(labels, key)?.value;
    const value = { root, apiVersion, kind: resource.kind, steps: ['metadata', field, key], node, message: '' };
    if (changes.some((change) => change(value) !== 'none')) return 'maybe';
    if (node !== undefined && (node.kind !== 'scalar' || typeof node.value !== 'string')) return 'maybe';
    isMet &&= meets(node?.kind === 'scalar' ? String(node.value) : undefined);
  }
  return isMet ? 'yes' : 'no';
}

function apiVersionOf({ group, version }: AssembledResource): string {
  return formatGroupVersion({ group, version });
}

/** Undefined if one of them is not supported. */
function requirementsOf(selector: string): readonly Requirement[] | undefined {
  const all: Requirement[] = [];
  for (const text of selector.split(/,(?![^(]*\))/)) {
    const requirement = requirementOf(text.trim());
    if (requirement === undefined) return undefined;
    all.push(requirement);
  }
  return all;
}

function requirementOf(text: string): Requirement | undefined {
  const [, not, alone] = /^(!?)\s*([\w./-]+)$/.exec(text) ?? [];
  if (alone !== undefined) return { key: alone, isMet: (value) => (value === undefined) === (not === '!') };
  const [, key, operator = '', wanted = ''] =
    /^([\w./-]+)\s*(!=|==?)\s*([\w.-]*)$/.exec(text) ?? /^([\w./-]+)\s+(in|notin)\s*\(([\w.,\s-]*)\)$/.exec(text) ?? [];
  if (key === undefined) return undefined;
  const values = wanted.split(',').map((item) => item.trim());
  // An absent label is not an excluded value.
  if (operator === '!=' || operator === 'notin') {
    return { key, isMet: (value) => value === undefined || !values.includes(value) };
  }
  return { key, isMet: (value) => value !== undefined && values.includes(value) };
}
