import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import { getOrInsertComputed } from '../../../../text/getOrInsertComputed.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { isStable, type ValidatedKind } from '../../rule.ts';
import { validateDerivedCost } from '../expressions/device.ts';
import { validateFullyQualifiedName } from './names.ts';
import {
  isTooLong,
  validateConfiguration,
  validateDeclaredAttributes,
  validateDerivedAttributes,
  validateSelectors,
  validateToleration,
  validateTolerationChoices,
  validateTolerationKey,
} from './selectors.ts';

// Source: pkg/apis/resource/validation/validation.go, validateDeviceClaim.

const listLimit = 32;
const alternativesLimit = 8;
const modes = ['All', 'ExactCount'];
const refusal = "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";

/**
 * Fields that the first beta wrote into the request itself: `hasAnyMainRequestFieldsSet` in its conversion, which happens
 * before anything is dropped. Lists and structs count even when empty.
 */
const flatFields = ['selectors', 'adminAccess', 'tolerations', 'capacity', 'derivedAttributes'];
const flatScalars = ['deviceClassName', 'allocationMode'];

/** The requested devices of a claim. */
export function validateClaimDevices(devices: Value, kind: ValidatedKind, errors: ErrorList): void {
  const [requests, constraints, configs] = [devices.at('requests'), devices.at('constraints'), devices.at('config')];
  const names = requestNames(requests);
  if (!isTooLong(requests, listLimit, errors)) {
    const constrained = constrainedAttributes(constraints);
    for (const request of requests.items) validateRequest(request, kind, constrained, errors);
    unique(requests, errors);
    validateDerivedCost(devices, requests.items.flatMap(derivedExpressions), errors);
  }
  if (!isTooLong(constraints, listLimit, errors)) {
    for (const constraint of constraints.items) validateConstraint(constraint, names, errors);
  }
  if (!isTooLong(configs, listLimit, errors)) {
    for (const config of configs.items) {
      validateReferences(config.at('requests'), names, errors);
      validateConfiguration(config, errors);
    }
  }
}

function requestNames(requests: Value): ReadonlySet<string> {
  const names = new Set<string>();
  for (const request of requests.items) {
    const name = request.at('name').text;
    names.add(name);
    for (const item of request.at('firstAvailable').items) names.add(`${name}/${item.at('name').text}`);
  }
  return names;
}

/** The attributes in constraints, by request or alternative; '' for all requests: `gatherConstraintAttributes`. */
function constrainedAttributes(constraints: Value): ReadonlyMap<string, ReadonlySet<string>> {
  const byRequest = new Map<string, Set<string>>();
  for (const constraint of constraints.items) {
    const [match, distinct] = [constraint.at('matchAttribute'), constraint.at('distinctAttribute')];
    const attribute = match.present ? match : distinct;
    if (!attribute.present) continue;
    const requests = constraint.at('requests');
    for (const request of requests.empty ? [''] : requests.items.map(({ text }) => text)) {
      getOrInsertComputed(byRequest, request, () => new Set<string>()).add(attribute.text);
    }
  }
  return byRequest;
}

function derivedExpressions(request: Value): readonly Value[] {
  return [request.at('exactly'), ...request.at('firstAvailable').items].flatMap((item) =>
    item.at('derivedAttributes').items.map((attribute) => attribute.at('expression')),
  );
}

function validateRequest(
  request: Value,
  kind: ValidatedKind,
  constrained: ReadonlyMap<string, ReadonlySet<string>>,
  errors: ErrorList,
): void {
  validateName(request.at('name'), errors);
  const alternatives = request.at('firstAvailable');
  const isFlat =
    !request.has('exactly') &&
    (flatFields.some((field) => request.holds(field)) ||
      flatScalars.some((field) => !request.at(field).empty) ||
      (request.at('count').number ?? 0) !== 0);
  const exactly = isFlat ? request.reportedAt(request.at('exactly')) : request.at('exactly');
  const choices = '`exactly` or `firstAvailable`';
  // Errors of declarative validation use the paths of the version's own type, whichever alternative is chosen.
  const isDeclared = errors.gate('DeclarativeValidationBeta');
  const declared = isFlat && isDeclared ? request : exactly;
  validateDeclaredAttributes((isFlat ? request : exactly).at('derivedAttributes'), errors);
  for (const alternative of alternatives.items) {
    validateDeclaredAttributes(alternative.at('derivedAttributes'), errors);
  }
  if (alternatives.empty && !exactly.present) errors.required(request, `exactly one of ${choices} is required`);
  if (!alternatives.empty && exactly.present) {
    errors.invalid(request, `exactly one of ${choices} is required, but multiple fields are set`, null);
    if (isDeclared) validateDeclaredParts(declared, alternatives, errors);
    if (!errors.has('both-kinds-of-request')) return;
  }
  const name = request.at('name').text;
  const isUsed =
    (...requests: readonly string[]) =>
    (attribute: string) =>
      ['', ...requests].some((target) => constrained.get(target)?.has(attribute));
  if (exactly.present) validateExactly(exactly, isUsed(name), errors, isStable(kind) || !isFlat, declared);
  if (isTooLong(alternatives, alternativesLimit, errors)) return;
  for (const alternative of alternatives.items) {
    validateName(alternative.at('name'), errors);
    validateExactly(alternative, isUsed(name, `${name}/${alternative.at('name').text}`), errors, true);
  }
  unique(alternatives, errors);
}

/** Declarative validation of a request with both alternatives, which nothing else checks. */
function validateDeclaredParts(declared: Value, alternatives: Value, errors: ErrorList): void {
  validateDeclared(declared, errors);
  if (isTooLong(alternatives, alternativesLimit, errors)) return;
  unique(alternatives, errors);
  for (const item of alternatives.items) {
    validateDeclared(item, errors);
    errors.format(item.at('deviceClassName'), dnsSubdomain);
  }
}

function validateDeclared(request: Value, errors: ErrorList): void {
  const mode = request.at('allocationMode');
  if (!mode.empty) errors.oneOf(mode, modes);
  for (const toleration of request.at('tolerations').items) {
    validateTolerationKey(toleration, errors);
    validateTolerationChoices(toleration, errors);
  }
}

/** One request or alternative. `defaulted` when the mode of allocation has a default even without a class. */
function validateExactly(
  request: Value,
  isUsed: (attribute: string) => boolean,
  errors: ErrorList,
  defaulted: boolean,
  declared = request,
): void {
  const [deviceClass, count] = [request.at('deviceClassName'), request.at('count')];
  const mode = declared.at('allocationMode');
  if (deviceClass.empty) errors.required(deviceClass);
  else errors.format(deviceClass, dnsSubdomain);
  validateSelectors(request.at('selectors'), errors);
  validateDerivedAttributes(request.at('derivedAttributes'), isUsed, errors);
  unique(request.at('derivedAttributes'), errors);
  switch (defaulted || !deviceClass.empty ? mode.or('ExactCount') : mode.text) {
    case 'All':
      if ((count.number ?? 0) !== 0) errors.invalid(count, "must not be specified when allocationMode is 'All'");
      break;
    case 'ExactCount':
      if ((count.number ?? 0) < 0) errors.invalid(count, 'must be greater than zero');
      break;
    default:
      errors.unsupported(mode.empty ? request.at('allocationMode') : mode, modes);
  }
  const tolerations = declared.at('tolerations').items;
  for (const [index, toleration] of request.at('tolerations').items.entries()) {
    validateToleration(toleration, errors, tolerations[index]);
  }
}

function validateConstraint(constraint: Value, names: ReadonlySet<string>, errors: ErrorList): void {
  validateReferences(constraint.at('requests'), names, errors);
  const [match, distinct] = [constraint.at('matchAttribute'), constraint.at('distinctAttribute')];
  const isDeclared = errors.gate('DeclarativeValidationBeta');
  if (match.present) {
    validateFullyQualifiedName(match, errors, isDeclared);
    if (distinct.present && isDeclared) validateFullyQualifiedName(distinct, errors, isDeclared);
  } else if (distinct.present) validateFullyQualifiedName(distinct, errors, isDeclared);
  else if (errors.gate('DRAConsumableCapacity')) {
    errors.required(constraint, 'exactly one of "matchAttribute" or "distinctAttribute" is required');
  } else errors.required(match);
}

function validateReferences(references: Value, names: ReadonlySet<string>, errors: ErrorList): void {
  if (isTooLong(references, listLimit, errors)) return;
  const seen = new Set<string>();
  for (const reference of references.items) {
    const segments = reference.text.split('/');
    if (segments.length > 2) errors.invalid(reference, refusal);
    else {
      for (const segment of segments) errors.invalid(reference, dnsLabel(segment), segment);
      if (!names.has(reference.text)) errors.invalid(reference, refusal, reference.text);
    }
    if (seen.has(reference.text)) errors.duplicate(reference, reference.text);
    seen.add(reference.text);
  }
}

function validateName(name: Value, errors: ErrorList): void {
  errors.invalid(name, dnsLabel(name.text), name.text);
}

function unique(list: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const name = item.at('name');
    const field = errors.has('device-duplicates-at-item') ? item : name;
    if (seen.has(name.text)) errors.duplicate(field, name.text);
    seen.add(name.text);
  }
}
