import { dnsSubdomain } from '../../../../formats/dns.ts';
import { pathSegment } from '../../../../formats/names.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName, validateMetadata } from '../meta/objectMeta.ts';
import { validateMatchResources } from './matchResources.ts';
import { validateMutatingOperations } from './policies.ts';
import { validateStaticSuffix } from './staticSuffix.ts';

const group = 'admissionregistration.k8s.io';
const file = 'pkg/apis/admissionregistration/validation/validation.go';

/** Bindings of admission policies. */
export const policyBindingRules: readonly KindRule[] = [
  {
    group,
    kind: 'ValidatingAdmissionPolicyBinding',
    rule: (object, errors, kind) => {
      validateBinding(object, errors, kind);
      validateActions(object.at('spec').at('validationActions'), errors);
    },
    source: `${file}, ValidateValidatingAdmissionPolicyBinding`,
  },
  {
    group,
    kind: 'MutatingAdmissionPolicyBinding',
    rule: (object, errors, kind) => {
      validateBinding(object, errors, kind);
      validateMutatingOperations(object.at('spec').at('matchResources'), errors);
    },
    source: `${file}, ValidateMutatingAdmissionPolicyBinding`,
  },
];

const actions = ['Audit', 'Deny', 'Warn'];

function validateBinding(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateMetadata(object.at('metadata'), kind, subdomainName, errors);
  validateStaticSuffix(object, errors);
  const spec = object.at('spec');
  const policy = spec.at('policyName');
  if (policy.empty) errors.required(policy);
  else errors.format(policy, dnsSubdomain);
  validateParamRef(spec.at('paramRef'), kind, errors);
  validateMatchResources(spec.at('matchResources'), errors);
}

function validateParamRef(reference: Value, { version }: ValidatedKind, errors: ErrorList): void {
  if (!reference.present) return;
  const [name, selector, action] = [
    reference.at('name'),
    reference.at('selector'),
    reference.at('parameterNotFoundAction'),
  ];
  if (!name.empty) {
    errors.format(name, pathSegment);
    if (selector.present) {
      errors.forbidden(name, 'name and selector are mutually exclusive');
      errors.forbidden(selector, 'name and selector are mutually exclusive');
    }
  } else if (!selector.present) errors.required(reference, 'one of name or selector must be specified');
  validateLabelSelector(selector, errors);
  if (!action.empty) errors.oneOf(action, ['Deny', 'Allow']);
  // Alphas default an absent one.
  else if (action.present || !version.includes('alpha')) errors.required(action);
}

function validateActions(list: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const action of list.items) {
    errors.oneOf(action, actions);
    if (seen.has(action.text)) errors.duplicate(action);
    seen.add(action.text);
  }
  if (seen.has('Deny') && seen.has('Warn')) {
    errors.invalid(
      list,
      'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
    );
  }
  if (list.empty) errors.required(list, 'at least one validation action is required');
}
