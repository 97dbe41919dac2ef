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
