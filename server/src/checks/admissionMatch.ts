import type { AdmissionObject, AdmissionObjects } from '../admission/admissionObjects.ts';
import { labelsOf } from '../admission/admissionObjects.ts';
import { lazily } from '../text/lazily.ts';
import type { Subject } from './check.ts';
import { Value } from './value.ts';

/** Whether something matches: `maybe` if a label, namespace or conversion is unknown. */
export type Fit = 'yes' | 'no' | 'maybe';

/** A create request, as rules and selectors of policies see it. */
export interface Request {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** Of the object: undefined where a key may be there with any value. */
  readonly labels: ReadonlyMap<string, string>;
  /** Of its namespace; undefined where they are not known. */
  readonly namespaceLabels: () => ReadonlyMap<string, string> | undefined;
}

/** The label that every namespace gets: its name. Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go. */
const nameLabel = 'kubernetes.io/metadata.name';

/** The request that creates a resource; undefined where the target does not serve it. */
export function requestOf(
  { availability, resource }: Pick<Subject, 'availability' | 'resource'>,
  objects: AdmissionObjects,
): Request | undefined {
  if (availability.state !== 'served') return undefined;
  const { group, version, resource: plural, namespaced } = availability.resource;
  const { name, namespace } = resource;
  const found = namespace === undefined ? [] : objects.named('/Namespace', namespace);
  return {
    ...{ group, version, resource: plural, namespaced, name, namespace },
    labels: labelsOf(resource) ?? new Map(),
    namespaceLabels: lazily(() => (namespace === undefined ? undefined : namespaceLabels(found, namespace))),
  };
}

function namespaceLabels(found: readonly AdmissionObject[], name: string): ReadonlyMap<string, string> | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const all = found.map(labelsOf);
  const text = (labels: ReadonlyMap<string, string> | undefined) => JSON.stringify(labels && [...labels].sort());
  if (!all.every((labels) => labels !== undefined && text(labels) === text(all[0]))) return undefined;
  if (!found.every(({ isCertain }) => isCertain())) return undefined;
  return new Map([...(all[0] ?? []), [nameLabel, name]]);
}

/**
 * Whether constraints match a request (`matchConstraints` of a policy, `matchResources` of a binding). Source:
 * k8s.io/apiserver pkg/admission/plugin/policy/matching/matching.go.
 *
 * @param whenEmpty the result for constraints without rules.
 */
export function matchesResources(constraints: Value, request: Request, whenEmpty: Fit): Fit {
  const excluded = matchesRules(constraints.at('excludeResourceRules').items, constraints, request);
  if (excluded === 'yes') return 'no';
  const rules = constraints.at('resourceRules').items;
  return weakest([
    excluded === 'maybe' ? 'maybe' : 'yes',
    rules.length === 0 ? whenEmpty : matchesRules(rules, constraints, request),
    request.namespaced ? matchesNamespace(constraints.at('namespaceSelector'), request) : 'yes',
    matchesLabels(constraints.at('objectSelector'), (key) => request.labels.get(key) ?? null),
  ]);
}

/** The least certain of several that must all hold. */
export function weakest(fits: readonly Fit[]): Fit {
  return fits.find((fit) => fit === 'no') ?? fits.find((fit) => fit === 'maybe') ?? 'yes';
}

function matchesRules(rules: readonly Value[], constraints: Value, request: Request): Fit {
  const fits = rules.map((rule) => matchesRule(rule, constraints.at('matchPolicy').or('Equivalent'), request));
  return fits.find((fit) => fit === 'yes') ?? fits.find((fit) => fit === 'maybe') ?? 'no';
}

function matchesRule(rule: Value, matchPolicy: string, request: Request): Fit {
  const has = (list: string, text: string) => {
    const { texts } = rule.at(list);
    return texts.includes('*') || texts.includes(text);
  };
  const names = rule.at('resourceNames').texts;
  if (!has('operations', 'CREATE')) return 'no';
  if (names.length > 0 && request.name === undefined) return 'maybe';
  if (names.length > 0 && !names.includes(request.name ?? '')) return 'no';
  const scope = rule.at('scope').or('*');
  if (scope !== '*' && (scope === 'Namespaced') !== request.namespaced) return 'no';
  const { texts: resources } = rule.at('resources');
  if (!resources.includes('*/*') && !has('resources', request.resource)) {
    // Another group may serve the same objects under a name that is the same.
    return 'no';
  }
  if (has('apiGroups', request.group) && has('apiVersions', request.version)) return 'yes';
  // The server converts the object to the version that the rule names.
  return matchPolicy === 'Equivalent' ? 'maybe' : 'no';
}

function matchesNamespace(selector: Value, { namespace, namespaceLabels: labelsOfIt }: Request): Fit {
  return matchesLabels(selector, (key) => {
    const labels = labelsOfIt();
    if (labels !== undefined) return labels.get(key) ?? null;
    return key === nameLabel ? namespace : undefined;
  });
}

/**
 * Whether a selector matches labels.
 *
 * @param labelOf the value of a label; null where it is missing, undefined where that is not known.
 */
export function matchesLabels(selector: Value, labelOf: (key: string) => string | null | undefined): Fit {
  const wanted = [...selector.at('matchLabels').strings].map(([key, value]): Fit => {
    const found = labelOf(key);
    return found === undefined ? 'maybe' : found === value ? 'yes' : 'no';
  });
  const expressions = selector.at('matchExpressions').items.map((item): Fit => {
    const found = labelOf(item.at('key').text);
    return found === undefined ? 'maybe' : fits(item.at('operator').text, item.at('values').texts, found);
  });
  return weakest([...wanted, ...expressions]);
}

function fits(operator: string, values: readonly string[], found: string | null): Fit {
  switch (operator) {
    case 'In':
      return found !== null && values.includes(found) ? 'yes' : 'no';
    case 'NotIn':
      return found === null || !values.includes(found) ? 'yes' : 'no';
    case 'Exists':
      return found === null ? 'no' : 'yes';
    case 'DoesNotExist':
      return found === null ? 'yes' : 'no';
    default:
      return 'maybe';
  }
}

/** An object of the workspace, to be read without a type. */
export function asValue({ root }: AdmissionObject): Value {
  return Value.untyped(root, undefined, { start: root.start, end: root.end });
}
