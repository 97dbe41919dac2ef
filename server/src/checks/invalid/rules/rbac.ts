import { pathSegment } from '../../../formats/names.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule, Rule } from '../rule.ts';
import { validateLabelSelector } from './meta/labelSelector.ts';
import { pathSegmentName, subdomainName, validateObjectMeta } from './meta/objectMeta.ts';

const group = 'rbac.authorization.k8s.io';
const file = 'pkg/apis/rbac/validation/validation.go';

/** Roles and their bindings. */
export const rbacRules: readonly KindRule[] = [
  { group, kind: 'Role', rule: roleRule(true), source: `${file}, ValidateRole` },
  { group, kind: 'ClusterRole', rule: roleRule(false), source: `${file}, ValidateClusterRole` },
  { group, kind: 'RoleBinding', rule: bindingRule(true), source: `${file}, ValidateRoleBinding` },
  { group, kind: 'ClusterRoleBinding', rule: bindingRule(false), source: `${file}, ValidateClusterRoleBinding` },
];

function roleRule(namespaced: boolean): Rule {
  return (role, errors, kind) => {
    validateObjectMeta(role.at('metadata'), kind, pathSegmentRule, errors);
    for (const rule of role.at('rules').items) validatePolicyRule(rule, namespaced, errors);
    const aggregation = role.at('aggregationRule');
    if (namespaced || !aggregation.present) return;
    const selectors = aggregation.at('clusterRoleSelectors');
    if (selectors.empty) {
      errors.required(selectors, 'at least one clusterRoleSelector required if aggregationRule is non-nil');
    }
    for (const selector of selectors.items) {
      if (!validateLabelSelector(selector, errors)) errors.invalid(selector, 'invalid label selector.');
    }
  };
}

function validatePolicyRule(rule: Value, namespaced: boolean, errors: ErrorList): void {
  const verbs = rule.at('verbs');
  const urls = rule.at('nonResourceURLs');
  const groups = rule.at('apiGroups');
  const resources = rule.at('resources');
  if (verbs.empty) errors.required(verbs, 'verbs must contain at least one value');
  if (!urls.empty) {
    if (namespaced) errors.invalid(urls, 'namespaced rules cannot apply to non-resource URLs');
    if (!groups.empty || !resources.empty || !rule.at('resourceNames').empty) {
      errors.invalid(urls, 'rules cannot apply to both regular resources and non-resource URLs');
    }
    return;
  }
  if (groups.empty) errors.required(groups, 'resource rules must supply at least one api group');
  if (resources.empty) errors.required(resources, 'resource rules must supply at least one resource');
}

function bindingRule(namespaced: boolean): Rule {
  return (binding, errors, kind) => {
    validateObjectMeta(binding.at('metadata'), kind, pathSegmentRule, errors);
    const role = binding.at('roleRef');
    const [apiGroup, roleKind, name] = [role.at('apiGroup'), role.at('kind'), role.at('name')];
    if (!apiGroup.empty) errors.oneOf(apiGroup, [group]);
    errors.oneOf(roleKind, namespaced ? ['Role', 'ClusterRole'] : ['ClusterRole']);
    if (name.empty) errors.required(name);
    else errors.invalid(name, pathSegmentName(name.text, false));
    for (const subject of binding.at('subjects').items) validateSubject(subject, namespaced, errors);
  };
}

/** Names of RBAC objects are checked as complete names even if a suffix will be appended: `ValidateRBACName`. */
function pathSegmentRule(name: string): readonly string[] {
  return pathSegment(name);
}

function validateSubject(subject: Value, namespaced: boolean, errors: ErrorList): void {
  const kind = subject.at('kind');
  const name = subject.at('name');
  const apiGroup = subject.at('apiGroup');
  const namespace = subject.at('namespace');
  if (name.empty) errors.required(name);
  switch (kind.text) {
    case 'ServiceAccount':
      if (!name.empty) errors.invalid(name, subdomainName(name.text, false));
      if (!apiGroup.empty) errors.unsupported(apiGroup, ['']);
      if (!namespaced && namespace.empty) errors.required(namespace);
      break;
    case 'User':
    case 'Group':
      if (!apiGroup.empty) errors.oneOf(apiGroup, [group]);
      break;
    default:
      errors.unsupported(kind, ['ServiceAccount', 'User', 'Group']);
  }
}
