import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateAmount } from '../pod/quantities.ts';
import { isStandardQuotaResource, resourceNameProblems } from '../pod/resourceNames.ts';

/** ResourceQuotas. */
export const resourceQuotaRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'ResourceQuota',
    rule: validateResourceQuota,
    source: 'pkg/apis/core/validation/validation.go, ValidateResourceQuota',
  },
];

const podResources = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const volumeScope = 'VolumeAttributesClass';
/** The resources that each scope can be combined with. */
const scopes: Readonly<Record<string, readonly string[]>> = {
  Terminating: podResources,
  NotTerminating: podResources,
  NotBestEffort: podResources,
  PriorityClass: podResources,
  CrossNamespacePodAffinity: podResources,
  BestEffort: ['pods'],
  [volumeScope]: ['persistentvolumeclaims', 'requests.storage'],
};
const existOnly = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity'];

function validateResourceQuota(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const hard = spec.at('hard').entries;
  for (const [name, amount] of hard) {
    errors.invalid(amount, resourceNameProblems(name), name);
    if (!name.includes('/') && !isStandardQuotaResource(name)) {
      errors.invalid(amount, 'must be a standard resource for quota', name);
    }
    validateAmount(name, amount, errors);
  }
  const limited = [...hard.keys()].filter((name) => isStandardQuotaResource(name));
  const list = spec.at('scopes');
  if (!list.empty) validateScopes(list, list.texts, limited, errors);
  for (const scope of list.items) {
    if (resourcesOf(scope.text, errors) === undefined) errors.invalid(scope.reportedAt(list), 'unsupported scope');
  }
  if (spec.has('scopeSelector')) validateSelector(spec.at('scopeSelector').at('matchExpressions'), limited, errors);
}

/** The resources that a scope supports; undefined for an unknown scope. */
function resourcesOf(scope: string, errors: ErrorList): readonly string[] | undefined {
  if (scope === volumeScope && !errors.has('quota-scope-of-volumes')) return undefined;
  return scopes[scope];
}

function validateScopes(field: Value, names: readonly string[], limited: readonly string[], errors: ErrorList): void {
  for (const name of names) {
    const fitting = resourcesOf(name, errors);
    if (fitting !== undefined && limited.some((resource) => !fitting.includes(resource))) {
      errors.invalid(field, 'unsupported scope applied to resource');
    }
  }
  for (const pair of [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ]) {
    if (pair.every((name) => names.includes(name))) errors.invalid(field, 'conflicting scopes');
  }
}

/** The server names none of the expressions by its index. */
function validateSelector(expressions: Value, limited: readonly string[], errors: ErrorList): void {
  const names = expressions.items.map((item) => item.at('scopeName').text);
  validateScopes(expressions, names, limited, errors);
  for (const item of expressions.items) {
    const expression = item.reportedAt(expressions);
    const [scope, operator, values] = [expression.at('scopeName'), expression.at('operator'), expression.at('values')];
    if (resourcesOf(scope.text, errors) === undefined) errors.invalid(scope, 'unsupported scope');
    if (existOnly.includes(scope.text) && operator.text !== 'Exists') {
      errors.invalid(
        operator,
        "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity",
      );
    }
    switch (operator.text) {
      case 'In':
      case 'NotIn':
        if (values.empty) {
          errors.required(values, "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector");
        }
        break;
      case 'Exists':
      case 'DoesNotExist':
        if (!values.empty) {
          errors.invalid(values, "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector");
        }
        break;
      default:
        errors.invalid(operator, 'not a valid selector operator');
    }
  }
}
