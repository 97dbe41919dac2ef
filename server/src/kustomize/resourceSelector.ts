import { type MapNode, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { AssembledResource } from './assembled.ts';

/** A selector of resources in a kustomization; absent and empty fields match all. */
export interface ResourceSelector {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** Whether it has a group, possibly the core group. */
  readonly hasGroup: boolean;
  /** Whether it depends on more than names: labels, annotations or exclusions. */
  readonly byMore: boolean;
  readonly labelSelector: string;
  readonly annotationSelector: string;
  /** Group, version, kind, name and namespace are regular expressions. */
  readonly isPattern: boolean;
}

/** `maybe` if it depends on something uncertain. */
export type SelectorCertainty = 'yes' | 'no' | 'maybe';

/**
 * Reads a selector. Those of patches and of replacement targets are patterns; replacement sources and variable objects
 * are names.
 */
export function readSelector(node: MapNode, isPattern: boolean): ResourceSelector {
  const text = (field: string) => stringFor(node, field) ?? '';
  const groupVersion = parseGroupVersion(text('apiVersion'));
  return {
    group: groupVersion?.group ?? text('group'),
    version: groupVersion?.version ?? text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    hasGroup: groupVersion !== undefined || text('group') !== '',
    labelSelector: text('labelSelector'),
    annotationSelector: text('annotationSelector'),
    byMore: text('labelSelector') !== '' || text('annotationSelector') !== '',
    isPattern,
  };
}

const nameFields = ['group', 'version', 'kind', 'name', 'namespace'] as const;

/**
 * Whether a selector selects a resource, by the names that it has or had.
 *
 * Source: MakeResIds in `api/internal/utils/makeResIds.go`, SelectorRegex in `api/types/selector.go` and IsSelectedBy in
 * `kyaml/resid/resid.go` of sigs.k8s.io/kustomize.
 */
export function matchOf(selector: ResourceSelector, resource: AssembledResource): SelectorCertainty {
  if (resource.may === 'turned') return 'maybe';
  const parts = [
    matchOfField(selector, 'group', [resource.group]),
    matchOfField(selector, 'version', [resource.version]),
    matchOfField(selector, 'kind', [resource.kind]),
    ...(resource.may === 'renamed'
      ? (['maybe'] as const)
      : [matchOfField(selector, 'name', resource.names), inNamespace(selector, resource.namespaces)]),
  ];
  if (parts.includes('no')) return 'no';
  return parts.includes('maybe') || selector.byMore ? 'maybe' : 'yes';
}

/** The original identity of a resource still counts. */
function matchOfField(
  selector: ResourceSelector,
  field: (typeof nameFields)[number],
  values: readonly string[],
): SelectorCertainty {
  const wanted = selector[field];
  if (wanted === '') return 'yes';
  const matches = selector.isPattern ? matcherOf(wanted) : (value: string) => value === wanted;
  if (matches === undefined) return 'maybe';
  const [first = '', ...later] = values;
  if (matches(first)) return 'yes';
  return later.some(matches) ? 'maybe' : 'no';
}

/** Without a namespace, a resource is in that of the name `default`; to patterns of some it is in none. */
function inNamespace(selector: ResourceSelector, [first = '', ...later]: readonly string[]): SelectorCertainty {
  const none = selector.isPattern ? ['', 'default'] : ['default'];
  const alike = (namespace: string) => (namespace === '' || namespace === 'default' ? none : [namespace]);
  const all = [first, ...later].flatMap(alike);
  const matches = alike(first).map((namespace) => matchOfField(selector, 'namespace', [namespace]));
  if (matches.every((match) => match === 'yes')) return 'yes';
  return matchOfField(selector, 'namespace', all) === 'no' ? 'no' : 'maybe';
}

/** A pattern with the same meaning in JavaScript and Go; undefined for others. */
function matcherOf(pattern: string): ((value: string) => boolean) | undefined {
  if (!/^[\w.*+?|()^$/:-]*$/.test(pattern) || /\(\?|[*+?]{2}/.test(pattern)) return undefined;
  try {
    const regexp = new RegExp(`^(?:${pattern})$`);
    return (value) => regexp.test(value);
  } catch {
    return undefined;
  }
}
