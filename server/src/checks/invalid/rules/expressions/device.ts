import { type Compiled, compile } from '../../../../cel/compile.ts';
import { deviceCost, deviceLimit } from '../../../../cel/cost/deviceCost.ts';
import { attributeType, deviceDeclarations } from '../../../../cel/deviceDeclarations.ts';
import { environmentOf } from '../../../../cel/libraries.ts';
import { isEqualType, type Type } from '../../../../cel/type.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateExpression } from './expression.ts';

// Sources: k8s.io/dynamic-resource-allocation cel/compile.go; pkg/apis/resource/validation/validation.go for costs.

/** An expression that selects devices. */
export function validateDeviceExpression(expression: Value, errors: ErrorList): void {
  const declarations = deviceDeclarations(errors.surface);
  const unknown = attributeType(errors.surface);
  const mayBe = (type: Type): boolean => type.kind === 'bool' || isEqualType(type, unknown);
  const refusal = (type: string): string => `must evaluate to bool or the unknown type, not ${type}`;
  validateExpression(
    expression,
    { declarations, scope: 'device', mayBe, refusal, forbids: isTooComplex(errors) },
    errors,
  );
}

/** An expression that gives a device an attribute: a scalar, or a list of scalars where attributes may be lists. */
export function validateDerivedAttribute(expression: Value, errors: ErrorList): void {
  const declarations = deviceDeclarations(errors.surface);
  const lists = attributeType(errors.surface).kind === 'dyn';
  const mayBe = (type: Type): boolean =>
    isAttribute(type) || (lists && type.kind === 'list' && isAttribute(type.params[0]));
  const scalars = 'a primitive scalar (string, integer, boolean, semver)';
  const refusal = (type: string): string =>
    `must evaluate to ${scalars}${lists ? ' or a list of these scalars' : ''}, not ${type}`;
  validateExpression(
    expression,
    { declarations, scope: 'device', mayBe, refusal, forbids: isTooComplex(errors) },
    errors,
  );
}

function isTooComplex({ surface }: ErrorList): (compiled: Compiled) => string | undefined {
  return (compiled) =>
    (deviceCost(compiled, surface.versions.binary) ?? 0n) > deviceLimit ? 'too complex, exceeds cost limit' : undefined;
}

/** The cost limit of all derived attribute expressions of one claim. */
export function validateDerivedCost(devices: Value, expressions: readonly Value[], errors: ErrorList): void {
  const { surface } = errors;
  const environment = environmentOf(surface, 'new', 'device');
  const declarations = deviceDeclarations(surface);
  const costs = expressions.map(
    ({ text }) => deviceCost(compile(text, environment, declarations), surface.versions.binary) ?? 0n,
  );
  if (costs.reduce((total, cost) => total + cost, 0n) <= deviceLimit) return;
  errors.forbidden(
    devices,
    'too complex, total cost of derived attribute CEL expressions in the claim exceeds cost limit',
  );
}

const attributeKinds = ['bool', 'int', 'string', 'any', 'dyn'];

function isAttribute(type: Type): boolean {
  return attributeKinds.includes(type.kind) || (type.kind === 'opaque' && type.name === 'kubernetes.Semver');
}
