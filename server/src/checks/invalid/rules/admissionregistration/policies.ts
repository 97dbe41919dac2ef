import { isReserved } from '../../../../cel/escape.ts';
import { byteLength } from '../../../../formats/format.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { PolicyExpressions } from '../expressions/admission.ts';
import { subdomainName, validateMetadata } from '../meta/objectMeta.ts';
import {
  failurePolicies,
  oneOfIfPresent,
  validateMatchConditions,
  validateMatchResources,
  validateParamKind,
} from './matchResources.ts';
import { validateStaticSuffix } from './staticSuffix.ts';

const group = 'admissionregistration.k8s.io';
const file = 'pkg/apis/admissionregistration/validation/validation.go';

/** Admission policies. */
export const admissionPolicyRules: readonly KindRule[] = [
  {
    group,
    kind: 'ValidatingAdmissionPolicy',
    rule: validateValidatingPolicy,
    source: `${file}, ValidateValidatingAdmissionPolicy`,
  },
  {
    group,
    kind: 'MutatingAdmissionPolicy',
    rule: validateMutatingPolicy,
    source: `${file}, ValidateMutatingAdmissionPolicy`,
  },
];

const reasons = ['Forbidden', 'Invalid', 'RequestEntityTooLarge'];
const mutatingOperations = ['*', 'CONNECT', 'CREATE', 'UPDATE'];
const reinvocationPolicies = ['IfNeeded', 'Never'];
const annotationLimit = 20;
const expressionLimit = 5 * 1024;
function validateValidatingPolicy(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const expressions = new PolicyExpressions(spec, false, errors);
  validateCommon(object, spec, expressions, errors, kind);
  const [validations, annotations] = [spec.at('validations'), spec.at('auditAnnotations')];
  if (validations.empty && annotations.empty) {
    const why = 'validations or auditAnnotations must contain at least one item';
    errors.required(validations, why);
    errors.required(annotations, why);
    return;
  }
  for (const validation of validations.items) validateValidation(validation, expressions, errors);
  validateAuditAnnotations(annotations, object.at('metadata'), expressions, errors);
}

function validateMutatingPolicy(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const expressions = new PolicyExpressions(spec, true, errors);
  validateCommon(object, spec, expressions, errors, kind);
  validateMutatingOperations(spec.at('matchConstraints'), errors);
  const mutations = spec.at('mutations');
  if (mutations.empty) errors.required(mutations, 'mutations must contain at least one item');
  for (const mutation of mutations.items) validateMutation(mutation, expressions, errors);
  const reinvocation = spec.at('reinvocationPolicy');
  if (reinvocation.empty) errors.required(reinvocation);
  else errors.oneOf(reinvocation, reinvocationPolicies);
}

/** Only writes can be mutated; the server reports operations at the whole rules. */
export function validateMutatingOperations(match: Value, errors: ErrorList): void {
  const field = match.at('resourceRules').at('operations');
  for (const rule of match.at('resourceRules').items) {
    for (const operation of rule.at('operations').items) errors.oneOf(operation.reportedAt(field), mutatingOperations);
  }
}

function validateCommon(
  object: Value,
  spec: Value,
  expressions: PolicyExpressions,
  errors: ErrorList,
  kind: ValidatedKind,
): void {
  validateMetadata(object.at('metadata'), kind, subdomainName, errors);
  validateStaticSuffix(object, errors);
  oneOfIfPresent(spec.at('failurePolicy'), failurePolicies, errors);
  validateParamKind(spec.at('paramKind'), errors);
  const match = spec.at('matchConstraints');
  if (match.present) {
    validateMatchResources(match, errors);
    if (match.at('resourceRules').empty) errors.required(match.at('resourceRules'));
  } else errors.required(match);
  validateMatchConditions(spec.at('matchConditions'), spec.has('paramKind'), errors);
  for (const variable of spec.at('variables').items) {
    const [name, expression] = [variable.at('name'), variable.at('expression')];
    if (name.text.trim() === '') errors.required(name, 'name is not specified');
    else if (!isIdentifier(name.text)) errors.invalid(name, 'must be a valid CEL identifier');
    if (expression.text.trim() === '') errors.required(expression, 'expression is not specified');
    else expressions.variable(name.text, expression);
  }
}

function validateValidation(validation: Value, expressions: PolicyExpressions, errors: ErrorList): void {
  const [expression, message, messageExpression, reason] = [
    validation.at('expression'),
    validation.at('message'),
    validation.at('messageExpression'),
    validation.at('reason'),
  ];
  if (expression.text.trim() === '') errors.required(expression, 'expression is not specified');
  else expressions.validation(expression);
  if (!messageExpression.empty) {
    if (messageExpression.text.trim() === '') errors.invalid(messageExpression, 'must be non-empty if specified');
    else expressions.message(messageExpression);
  }
  if (!message.empty && message.text.trim() === '') errors.invalid(message, 'must be non-empty if specified');
  else if (/[\n\r]/.test(message.text.trim())) errors.invalid(message, 'must not contain line breaks');
  oneOfIfPresent(reason, reasons, errors);
}

function validateAuditAnnotations(
  annotations: Value,
  meta: Value,
  expressions: PolicyExpressions,
  errors: ErrorList,
): void {
  if (annotations.length > annotationLimit) {
    errors.invalid(annotations, `must not have more than ${annotationLimit} auditAnnotations`);
  }
  const name = meta.at('name').text;
  const seen = new Set<string>();
  for (const annotation of annotations.items) {
    const [key, value] = [annotation.at('key'), annotation.at('valueExpression')];
    if (name !== '') errors.invalid(key, qualifiedName(`${name}/${key.text}`), `${name}/${key.text}`);
    else if (meta.at('generateName').empty) errors.invalid(key, 'requires metadata.name be non-empty', key.text);
    if (value.text.trim() === '') errors.required(value, 'valueExpression is not specified');
    else if (byteLength(value.text.trim()) > expressionLimit) {
      errors.required(value, `must not exceed ${expressionLimit} bytes in length`);
    } else expressions.annotation(value);
    if (seen.has(key.text)) errors.duplicate(key, key.text);
    seen.add(key.text);
  }
}

function validateMutation(mutation: Value, expressions: PolicyExpressions, errors: ErrorList): void {
  const type = mutation.at('patchType');
  const patches = { ApplyConfiguration: mutation.at('applyConfiguration'), JSONPatch: mutation.at('jsonPatch') };
  if (type.empty) {
    errors.required(type);
    return;
  }
  if (type.text !== 'ApplyConfiguration' && type.text !== 'JSONPatch') {
    errors.oneOf(type, Object.keys(patches));
    return;
  }
  const patch = patches[type.text];
  const other = type.text === 'JSONPatch' ? patches.ApplyConfiguration : patches.JSONPatch;
  if (!patch.present) errors.required(patch, `must be specified when patchType is ${type.text}`);
  else if (patch.at('expression').text.trim() === '') errors.required(patch.at('expression'));
  else if (type.text === 'JSONPatch') expressions.jsonPatch(patch.at('expression'));
  else expressions.applyConfiguration(patch.at('expression'));
  if (other.present) errors.invalid(other, `must not be specified when patchType is ${type.text}`);
}

function isIdentifier(name: string): boolean {
  return /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !isReserved(name);
}
