import table from '../../data/authored/admission.json' with { type: 'json' };
import { type AdmissionObject, type AdmissionObjects, labelsOf } from '../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { installedVersion } from '../crd/installed.ts';
import type { GroupVersion } from '../targets/groupVersion.ts';
import { lazily } from '../text/lazily.ts';
import { memoize } from '../text/memoize.ts';
import type { Subject } from './check.ts';
import { Value } from './value.ts';

/** Whether something matches: `maybe` if a label, namespace or conversion is unknown. */
export type MatchCertainty = 'yes' | 'no' | 'maybe';

/** A request, as rules and selectors of policies see it. */
export interface Request {
  readonly operation: 'CREATE' | 'UPDATE';
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly namespaced: boolean;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** Of the object: undefined if a key may be there with any value. */
  readonly labels: ReadonlyMap<string, string>;
  /** Of the stored object: undefined on a create. */
  readonly storedLabels: ReadonlyMap<string, string> | 'unknown' | undefined;
  /** Of its namespace; undefined if they are not known. */
  readonly namespaceLabels: () => ReadonlyMap<string, string> | undefined;
  /** The other groups and versions in which the target serves the same objects. */
  readonly equivalents: () => readonly GroupVersion[];
}

/** The label that every namespace gets: its name. Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go. */
const nameLabel = 'kubernetes.io/metadata.name';

const exempt: ReadonlySet<string> = new Set(table.exempt.resources);

/** Whether no policy runs on objects of a resource type: on policies themselves, and on reviews. */
export function isExempt({ group, resource }: Pick<Request, 'group' | 'resource'>): boolean {
  return exempt.has(`${group}/${resource}`);
}

/** What requests are about: a resource that is created, or that changes a stored object. */
export type RequestSubject = Pick<Subject, 'availability' | 'resource' | 'surface' | 'stored' | 'change'>;

/** The request that creates or updates a resource; undefined if the target does not serve it. */
export function requestOf(
  { availability, resource, surface, stored, change }: RequestSubject,
  objects: AdmissionObjects,
): Request | undefined {
  if (availability.state !== 'served') return undefined;
  const type = typeOf(availability.resource, surface);
  const { name } = resource;
  const isNamespace = type.group === '' && type.resource === 'namespaces';
  const labels = labelsOf(resource) ?? new Map<string, string>();
  // A Namespace object is matched as if it were in the namespace that it defines.
  const namespace = isNamespace ? name : resource.namespace;
  const found = namespace === undefined ? [] : objects.named('/Namespace', namespace);
  return {
    operation: operationOf({ change }),
    ...type,
    ...{ name, namespace, labels },
    storedLabels: change === undefined ? undefined : labelsOfStored(stored),
    namespaceLabels: lazily(() => {
      if (namespace === undefined) return undefined;
      return isNamespace ? new Map([...labels, [nameLabel, namespace]]) : namespaceLabels(found, namespace);
    }),
  };
}

/** The operation of a request, as rules name it. */
export function operationOf({ change }: Pick<RequestSubject, 'change'>): Request['operation'] {
  return change === undefined ? 'CREATE' : 'UPDATE';
}

/** The resource type of requests. */
export function typeOf(served: ServedResource, surface: ApiSurface): Omit<RequestType, 'operation'> {
  const { group, version, resource, namespaced } = served;
  return { group, version, resource, namespaced, equivalents: lazily(() => equivalentsOf(served, surface)) };
}

function labelsOfStored(stored: Subject['stored']): Request['storedLabels'] {
  return (stored && labelsOf(stored.resource)) ?? 'unknown';
}

/**
 * The other groups and versions that hold the same objects.
 * Source: k8s.io/kubernetes pkg/kubeapiserver/default_storage_factory_builder.go, AddCohabitatingResources.
 */
function equivalentsOf(served: ServedResource, { resources }: ApiSurface): readonly GroupVersion[] {
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
export function matchesResources(constraints: Value, request: Request, whenEmpty: MatchCertainty): MatchCertainty {
  const byRules = matchesOwnRules(constraints, request, whenEmpty);
  if (byRules === 'no') return 'no';
  return leastCertain([
    byRules,
    request.namespace === undefined && !request.namespaced
      ? 'yes'
      : matchesNamespace(constraints.at('namespaceSelector'), request),
    matchesObject(constraints.at('objectSelector'), request),
  ]);
}

/** Whether the rules of constraints match a request, whatever its labels are. */
export function matchesOwnRules(
  constraints: Value,
  request: RequestType & Pick<Request, 'name'>,
  whenEmpty: MatchCertainty,
): MatchCertainty {
  const excluded = matchesRules(constraints.at('excludeResourceRules').items, constraints, request);
  if (excluded === 'yes') return 'no';
  const rules = constraints.at('resourceRules').items;
  return leastCertain([
    excluded === 'maybe' ? 'maybe' : 'yes',
    rules.length === 0 ? whenEmpty : matchesRules(rules, constraints, request),
  ]);
}

/** The type of the objects that a request is about, and what it does with one. */
export type RequestType = Pick<Request, 'operation' | 'group' | 'version' | 'resource' | 'namespaced' | 'equivalents'>;

/**
 * The policies that may match some object of a resource type: rules are compared once for each type, and only these
 * policies with each object.
 *
 * @param whenEmpty the result for constraints without rules.
 */
export function matchingType<Policy>(
  policies: readonly Policy[],
  constraintsOf: (policy: Policy) => Value,
  whenEmpty: MatchCertainty,
): (type: RequestType) => readonly Policy[] {
  const ofType = (type: RequestType) =>
    isExempt(type)
      ? []
      : policies.filter(
          (policy) => matchesOwnRules(constraintsOf(policy), { ...type, name: undefined }, whenEmpty) !== 'no',
        );
  return memoize(ofType, ({ operation, group, version, resource, namespaced }) =>
    policies.length === 0 ? '' : `${operation} ${group}/${version} ${resource} ${namespaced}`,
  );
}

/** The least certain of several that must all hold. */
export function leastCertain(fits: readonly MatchCertainty[]): MatchCertainty {
  return fits.find((fit) => fit === 'no') ?? fits.find((fit) => fit === 'maybe') ?? 'yes';
}

function matchesRules(
  rules: readonly Value[],
  constraints: Value,
  request: RequestType & Pick<Request, 'name'>,
): MatchCertainty {
  const fits = rules.map((rule) => {
    const isNamed = namesVersion(rule, request) || equivalentsNamed(rule, constraints, request).length > 0;
    return isNamed ? matchesRequest(rule, request) : 'no';
  });
  return fits.find((fit) => fit === 'yes') ?? fits.find((fit) => fit === 'maybe') ?? 'no';
}

/**
 * The version that the server converts an object to for a policy: the one of the request if a rule names it, else an
 * equivalent one; undefined if several are possible. The constraints must match the request.
 */
export function matchedVersion(constraints: Value, request: Request): GroupVersion | undefined {
  const rules = constraints.at('resourceRules').items.filter((rule) => matchesRequest(rule, request) !== 'no');
  const { group, version } = request;
  if (rules.length === 0 || rules.some((rule) => namesVersion(rule, request))) return { group, version };
  const [first, ...others] = new Set(rules.flatMap((rule) => equivalentsNamed(rule, constraints, request)));
  return others.length === 0 ? first : undefined;
}

function namesVersion(rule: Value, { group, version }: GroupVersion): boolean {
  return hasText(rule, 'apiGroups', group) && hasText(rule, 'apiVersions', version);
}

/** The equivalent versions that a rule names. */
function equivalentsNamed(rule: Value, constraints: Value, request: RequestType): readonly GroupVersion[] {
  if (constraints.at('matchPolicy').or('Equivalent') !== 'Equivalent') return [];
  return request.equivalents().filter((equivalent) => namesVersion(rule, equivalent));
}

function hasText(rule: Value, list: string, text: string): boolean {
  const { texts } = rule.at(list);
  return texts.includes('*') || texts.includes(text);
}

/** Whether a rule matches a request, regardless of group and version. */
function matchesRequest(rule: Value, request: RequestType & Pick<Request, 'name'>): MatchCertainty {
  const names = rule.at('resourceNames').texts;
  if (!hasText(rule, 'operations', request.operation)) return 'no';
  if (names.length > 0 && request.name === undefined) return 'maybe';
  if (names.length > 0 && !names.includes(request.name ?? '')) return 'no';
  const scope = rule.at('scope').or('*');
  if (scope !== '*' && (scope === 'Namespaced') !== request.namespaced) return 'no';
  // `pods/*` matches pods and their subresources.
  const [plain, any] = [request.resource, `${request.resource}/*`];
  return rule.at('resources').texts.some((text) => [plain, any, '*', '*/*'].includes(text)) ? 'yes' : 'no';
}

/** An update matches by its object or by the stored one. Source: k8s.io/apiserver pkg/admission/plugin/webhook/predicates/object. */
function matchesObject(selector: Value, { labels, storedLabels }: Request): MatchCertainty {
  const bySent = matchesLabels(selector, (key) => labels.get(key) ?? null);
  if (bySent === 'yes' || storedLabels === undefined) return bySent;
  const byStored = matchesLabels(selector, (key) =>
    storedLabels === 'unknown' ? undefined : (storedLabels.get(key) ?? null),
  );
  return byStored === 'no' ? bySent : byStored;
}

function matchesNamespace(selector: Value, { namespace, namespaceLabels: labelsOfIt }: Request): MatchCertainty {
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
export function matchesLabels(selector: Value, labelOf: (key: string) => string | null | undefined): MatchCertainty {
  const wanted = [...selector.at('matchLabels').strings].map(([key, value]): MatchCertainty => {
    const found = labelOf(key);
    return found === undefined ? 'maybe' : found === value ? 'yes' : 'no';
  });
  const expressions = selector.at('matchExpressions').items.map((item): MatchCertainty => {
    const found = labelOf(item.at('key').text);
    return found === undefined ? 'maybe' : fits(item.at('operator').text, item.at('values').texts, found);
  });
  return leastCertain([...wanted, ...expressions]);
}

function fits(operator: string, values: readonly string[], found: string | null): MatchCertainty {
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
