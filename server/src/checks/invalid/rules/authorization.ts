import table from '../../../../data/authored/admission.json' with { type: 'json' };
import { labelValue } from '../../../formats/label.ts';
import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule } from '../rule.ts';
import { validateLabelName } from './meta/labels.ts';

const source = 'pkg/apis/authorization/validation/validation.go';
const { wiped } = table;
const group = 'authorization.k8s.io';

/** Access reviews. */
export const authorizationRules: readonly KindRule[] = [
  { group, kind: 'SubjectAccessReview', rule: validateSubjectAccess, source },
  { group, kind: 'LocalSubjectAccessReview', rule: validateLocalSubjectAccess, source },
  { group, kind: 'SelfSubjectAccessReview', rule: validateSelfSubjectAccess, source },
  {
    group,
    kind: 'SelfSubjectRulesReview',
    rule: validateSelfSubjectRules,
    source: 'pkg/registry/authorization/selfsubjectrulesreview/rest.go, Create',
  },
];

function validateSubjectAccess(object: Value, errors: ErrorList): void {
  validateSubject(object.at('spec'), errors);
  validateEmptyMeta(object.at('metadata'), [], errors);
}

function validateSelfSubjectAccess(object: Value, errors: ErrorList): void {
  validateAttributes(object.at('spec'), errors);
  validateEmptyMeta(object.at('metadata'), [], errors);
}

/** The rules are those of a namespace; `metadata` has no namespace, since the kind is cluster-scoped. */
function validateSelfSubjectRules(object: Value, errors: ErrorList): void {
  const namespace = object.at('spec').at('namespace');
  if (namespace.empty) errors.badRequest(namespace, 'no namespace on request');
}

function validateLocalSubjectAccess(object: Value, errors: ErrorList): void {
  const [meta, spec] = [object.at('metadata'), object.at('spec')];
  validateSubject(spec, errors);
  validateEmptyMeta(meta, ['namespace'], errors);
  const [attributes, other] = [spec.at('resourceAttributes'), spec.at('nonResourceAttributes')];
  if (other.present) errors.invalid(other, 'disallowed on this kind of request', '');
  if (!attributes.present) return;
  // An object without a namespace gets that of the request, which is never empty.
  const [asked, ofReview] = [attributes.at('namespace'), meta.at('namespace').text];
  if (asked.empty || (ofReview !== '' && asked.text !== ofReview))
    errors.invalid(asked, 'must match metadata.namespace');
}

function validateSubject(spec: Value, errors: ErrorList): void {
  validateAttributes(spec, errors);
  const user = spec.at('user');
  if (user.empty && spec.at('groups').empty && spec.at('group').empty) {
    errors.invalid(user, 'at least one of user or group must be specified');
  }
}

function validateAttributes(spec: Value, errors: ErrorList): void {
  const [attributes, other] = [spec.at('resourceAttributes'), spec.at('nonResourceAttributes')];
  const exactlyOne = 'exactly one of nonResourceAttributes or resourceAttributes must be specified';
  const asUnion = errors.has('access-review-union');
  if (attributes.present && other.present) {
    if (asUnion) errors.invalid(spec, exactlyOne, '');
    else errors.invalid(other, 'cannot be specified in combination with resourceAttributes', '');
  }
  if (!attributes.present && !other.present) errors.invalid(asUnion ? spec : attributes, exactlyOne, '');
  validateSelector(attributes.at('fieldSelector'), errors, (key) => {
    if (key.empty) errors.required(key, 'must be specified');
  });
  validateSelector(attributes.at('labelSelector'), errors, (key, values) => {
    validateLabelName(key, errors);
    for (const value of values) errors.invalid(value, labelValue(value.text), value.text);
  });
}

function validateSelector(
  selector: Value,
  errors: ErrorList,
  validateRequirement: (key: Value, values: readonly Value[]) => void,
): void {
  if (!selector.present) return;
  const [raw, requirements] = [selector.at('rawSelector'), selector.at('requirements')];
  if (!raw.empty && !requirements.empty) errors.invalid(raw, 'may not specified at the same time as requirements');
  if (raw.empty && requirements.empty) errors.required(requirements, 'requirements or rawSelector is required');
  for (const requirement of requirements.items) {
    const [operator, values] = [requirement.at('operator').text, requirement.at('values')];
    if (['In', 'NotIn'].includes(operator) && values.empty) {
      errors.required(values, "must be specified when `operator` is 'In' or 'NotIn'");
    } else if (['Exists', 'DoesNotExist'].includes(operator) && !values.empty) {
      errors.forbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    }
    validateRequirement(requirement.at('key'), values.items);
  }
}

/** Reviews are never stored, so their metadata must be empty. */
function validateEmptyMeta(meta: Value, allowed: readonly string[], errors: ErrorList): void {
  const node = meta.node?.kind === 'map' ? meta.node : undefined;
  const names = new Set(node?.entries.map(({ key }) => key));
  for (const name of ['managedFields', ...wiped.cleared, ...wiped.renewed]) names.delete(name);
  for (const name of allowed) names.delete(name);
  const exception = allowed.length === 0 ? '' : ` except for ${allowed.join(', ')}`;
  if ([...names].some((name) => !isZero(meta.at(name)))) errors.invalid(meta, `must be empty${exception}`, '');
}

function isZero(value: Value): boolean {
  return value.empty || value.number === 0;
}
