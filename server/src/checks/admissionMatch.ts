import table from '../../data/authored/admission.json' with { type: 'json' };
import { type AdmissionObject, type AdmissionObjects, labelsOf } from '../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { installedVersion } from '../crd/installed.ts';
import type { GroupVersion } from '../targets/groupVersion.ts';
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
  /** Of the object: undefined if a key may be there with any value. */
  readonly labels: ReadonlyMap<string, string>;
  /** Of its namespace; undefined if they are not known. */
  readonly namespaceLabels: () => ReadonlyMap<string, string> | undefined;
  /** The other groups and versions in which the target serves the same objects. */
  readonly equivalents: () => readonly GroupVersion[];
}

/** The label that every namespace gets: its name. Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go. */
const nameLabel = 'kubernetes.io/metadata.name';

/** The request that creates a resource; undefined if the target does not serve it. */
export function requestOf(
  { availability, resource, surface }: Pick<Subject, 'availability' | 'resource' | 'surface'>,
  objects: AdmissionObjects,
): Request | undefined {
  if (availability.state !== 'served') return undefined;
  const { group, version, resource: plural, namespaced } = availability.resource;
  const { name } = resource;
  const isNamespace = group === '' && plural === 'namespaces';
  const labels = labelsOf(resource) ?? new Map<string, string>();
  // A Namespace object is matched as if it were in the namespace that it defines.
  const namespace = isNamespace ? name : resource.namespace;
  const found = namespace === undefined ? [] : objects.named('/Namespace', namespace);
  return {
    ...{ group, version, resource: plural, namespaced, name, namespace, labels },
    namespaceLabels: lazily(() => {
      if (namespace === undefined) return undefined;
      return isNamespace ? new Map([...labels, [nameLabel, namespace]]) : namespaceLabels(found, namespace);
    }),
    equivalents: lazily(() => equivalentsOf(availability.resource, surface)),
  };
}

/**
 * The other groups and versions that hold the same objects.
 * Source: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go, AddCohabitatingResources.
 */
export function equivalentsOf(served: ServedResource, { resources }: ApiSurface): readonly GroupVersion[] {
  const { group, version, resource } = served;
  const installed = installedVersion(served);
  const all =
    installed === undefined
      ? resources.filter((served) => served.resource === resource && isSame(resource, served.group, group))
      : installed.definition.versions
          .filter((version) => version.served)
          .map((version) => ({ group, version: version.name }));
  return all.filter((candidate) => candidate.group !== group || candidate.version !== version);
}

function isSame(resource: string, group: string, other: string): boolean {
  if (group === other) return true;
  return table.equivalents.some(
    ({ resources, groups }) => resources.includes(resource) && groups.includes(group) && groups.includes(other),
  );
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
  const byRules = matchesOwnRules(constraints, request, whenEmpty);
  if (byRules === 'no') return 'no';
  return weakest([
    byRules,
    request.namespace === undefined && !request.namespaced
      ? 'yes'
      : matchesNamespace(constraints.at('namespaceSelector'), request),
    matchesLabels(constraints.at('objectSelector'), (key) => request.labels.get(key) ?? null),
  ]);
}

/** Whether the rules of constraints match a request, whatever its labels are. */
export function matchesOwnRules(constraints: Value, request: Request, whenEmpty: Fit): Fit {
  const excluded = matchesRules(constraints.at('excludeResourceRules').items, constraints, request);
  if (excluded === 'yes') return 'no';
  const rules = constraints.at('resourceRules').items;
  return weakest([
    excluded === 'maybe' ? 'maybe' : 'yes',
    rules.length === 0 ? whenEmpty : matchesRules(rules, constraints, request),
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
  // `pods/*` matches pods and their subresources.
  const [plain, any] = [request.resource, `${request.resource}/*`];
  if (!rule.at('resources').texts.some((text) => [plain, any, '*', '*/*'].includes(text))) return 'no';
  if (has('apiGroups', request.group) && has('apiVersions', request.version)) return 'yes';
  // The server converts the object to the version that the rule names.
  const isEquivalent = ({ group, version }: GroupVersion) => has('apiGroups', group) && has('apiVersions', version);
  return matchPolicy === 'Equivalent' && request.equivalents().some(isEquivalent) ? 'maybe' : 'no';
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
 * @param labelOf the value of a label; null if it is missing, undefined if unknown.
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
