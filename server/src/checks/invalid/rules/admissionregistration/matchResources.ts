import { dns1035Label, dnsSubdomain } from '../../../../formats/dns.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateMatchCondition } from '../expressions/admission.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';

// Source: pkg/apis/admissionregistration/validation/validation.go.

/** The behaviour of a server when a webhook or policy fails. */
export const failurePolicies = ['Fail', 'Ignore'];
/** How rules match requests. */
export const matchPolicies = ['Equivalent', 'Exact'];
const scopes = ['*', 'Cluster', 'Namespaced'];
const operations = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const conditionLimit = 64;

/** A field of an enumeration that is defaulted where it is absent, but not where it is empty. */
export function oneOfIfPresent(value: Value, allowed: readonly string[], errors: ErrorList): void {
  if (value.present) errors.oneOf(value, allowed);
}

/** The requests that a policy or its binding applies to: `validateMatchResources`. */
export function validateMatchResources(match: Value, errors: ErrorList): void {
  if (!match.present) return;
  oneOfIfPresent(match.at('matchPolicy'), matchPolicies, errors);
  validateLabelSelector(match.at('namespaceSelector'), errors);
  validateLabelSelector(match.at('objectSelector'), errors);
  for (const rule of [...match.at('resourceRules').items, ...match.at('excludeResourceRules').items]) {
    const seen = new Set<string>();
    for (const name of rule.at('resourceNames').items) {
      errors.invalid(name, pathSegment(name.text), name.text);
      if (seen.has(name.text)) errors.duplicate(name, name.text);
      seen.add(name.text);
    }
    validateRule(rule, errors);
  }
}

/** Operations and resources of a rule: `validateRuleWithOperations`. */
export function validateRule(rule: Value, errors: ErrorList): void {
  const [verbs, groups, versions] = [rule.at('operations'), rule.at('apiGroups'), rule.at('apiVersions')];
  for (const [list, what] of [
    [verbs, 'operations'],
    [groups, 'API groups'],
    [versions, 'API versions'],
  ] as const) {
    if (list.empty) errors.required(list);
    if (list.length > 1 && list.texts.includes('*')) {
      errors.invalid(list, `if '*' is present, must not specify other ${what}`);
    }
  }
  for (const verb of verbs.items) errors.oneOf(verb, operations);
  for (const version of versions.items) if (version.text === '') errors.required(version);
  validateResources(rule.at('resources'), errors);
  oneOfIfPresent(rule.at('scope'), scopes, errors);
}

function validateResources(resources: Value, errors: ErrorList): void {
  if (resources.empty) errors.required(resources);
  const allSubresourcesOf = new Set<string>();
  const inAllResources = new Set<string>();
  // The server remembers the last one without a subresource only.
  let hasPlain = false;
  for (const resource of resources.items) {
    const { text } = resource;
    const slash = text.indexOf('/');
    if (text === '') errors.required(resource);
    else if (slash < 0) hasPlain = text !== '*';
    else {
      const [name, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
      if (allSubresourcesOf.has(name)) {
        errors.invalid(resource, `if '${name}/*' is present, must not specify ${text}`);
      }
      if (inAllResources.has(subresource)) {
        errors.invalid(resource, `if '*/${subresource}' is present, must not specify ${text}`);
      }
      if (subresource === '*') allSubresourcesOf.add(name);
      if (name === '*') inAllResources.add(subresource);
    }
  }
  const { texts } = resources;
  if (texts.length > 1 && texts.includes('*/*')) {
    errors.invalid(resources, "if '*/*' is present, must not specify other resources");
  }
  if (texts.includes('*') && hasPlain) {
    errors.invalid(resources, "if '*' is present, must not specify other resources without subresources");
  }
}

/** Match conditions of a webhook or policy, except for the meaning of their expressions. */
export function validateMatchConditions(conditions: Value, params: boolean, errors: ErrorList): void {
  const seen = new Set<string>();
  if (conditions.length > conditionLimit) errors.tooMany(conditions, conditions.length, conditionLimit);
  for (const condition of conditions.items) {
    const [name, expression] = [condition.at('name'), condition.at('expression')];
    if (expression.text.trim() === '') errors.required(expression);
    else validateMatchCondition(expression, params, errors);
    if (name.empty) {
      errors.required(name);
      continue;
    }
    errors.invalid(name, qualifiedName(name.text));
    if (seen.has(name.text)) errors.duplicate(name);
    seen.add(name.text);
  }
}

/** The kind of a policy's parameters: `validateParamKind`. */
export function validateParamKind(paramKind: Value, errors: ErrorList): void {
  if (!paramKind.present) return;
  const [apiVersion, kind] = [paramKind.at('apiVersion'), paramKind.at('kind')];
  if (apiVersion.empty) errors.required(apiVersion);
  else validateApiVersion(apiVersion, errors);
  if (kind.empty) {
    errors.required(kind);
    return;
  }
  const problem = dns1035Label(kind.text.toLowerCase()).join(',');
  if (problem !== '') errors.invalid(kind, `may have mixed case, but should otherwise match: ${problem}`);
}

function validateApiVersion(apiVersion: Value, errors: ErrorList): void {
  const { text } = apiVersion;
  const parts = text === '/' ? [''] : text.split('/');
  if (parts.length > 2) {
    errors.invalid(apiVersion, `unexpected GroupVersion string: ${text}`);
    return;
  }
  const [group, version] = parts.length === 1 ? ['', parts[0] ?? ''] : [parts[0] ?? '', parts[1] ?? ''];
  if (group !== '') {
    const problem = dnsSubdomain(group).join(',');
    if (problem !== '') errors.invalid(apiVersion, problem, group);
  }
  const problem = version === '' ? 'version must be specified' : dns1035Label(version).join(',');
  if (problem !== '') errors.invalid(apiVersion, problem, version === '' ? text : version);
}
