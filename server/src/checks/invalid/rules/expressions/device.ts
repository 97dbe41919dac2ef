import { attributeType, deviceDeclarations } from '../../../../cel/deviceDeclarations.ts';
import { isExactly, type Type } from '../../../../cel/type.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateExpression } from './expression.ts';

// Source: k8s.io/dynamic-resource-allocation cel/compile.go. What an expression may cost is not looked at.

/** An expression that selects devices. */
export function validateDeviceExpression(expression: Value, errors: ErrorList): void {
  const declarations = deviceDeclarations(errors.surface);
  const unknown = attributeType(errors.surface);
  const mayBe = (type: Type): boolean => type.kind === 'bool' || isExactly(type, unknown);
  const refusal = (type: string): string => `must evaluate to bool or the unknown type, not ${type}`;
  validateExpression(expression, { declarations, place: 'device', mayBe, refusal }, errors);
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
  validateExpression(expression, { declarations, place: 'device', mayBe, refusal }, errors);
}

const attributeKinds = ['bool', 'int', 'string', 'any', 'dyn'];

function isAttribute(type: Type): boolean {
  return attributeKinds.includes(type.kind) || (type.kind === 'opaque' && type.name === 'kubernetes.Semver');
}
