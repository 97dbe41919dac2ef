import { isLonger } from '../../../../formats/format.ts';
import { labelValue } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateDerivedAttribute, validateDeviceExpression } from '../expressions/device.ts';
import { validateLabelName } from '../meta/labels.ts';
import { validateCsiDriverName } from '../pod/volumeSources.ts';
import { jsonLength } from './jsonLength.ts';
import { validateFullyQualifiedName } from './names.ts';

// Source: pkg/apis/resource/validation/validation.go.

const selectorLimit = 32;
const expressionLimit = 10 * 1024;
const parametersLimit = 10 * 1024;
const attributeLimit = 32;
const unusedAttribute =
  'must be referenced by at least one matchAttribute or distinctAttribute constraint targeting this request';
/** The effects of device taints; the last was added later. */
const effects = ['NoExecute', 'NoSchedule', 'None'];

/** Selectors of devices. */
export function validateSelectors(selectors: Value, errors: ErrorList): void {
  if (isTooLong(selectors, selectorLimit, errors)) return;
  for (const selector of selectors.items) {
    const cel = selector.at('cel');
    const expression = cel.at('expression');
    if (!cel.present) errors.required(cel);
    else if (isLonger(expression.text, expressionLimit)) errors.tooLong(expression, expressionLimit);
    else validateDeviceExpression(expression, errors);
  }
}

/**
 * Attributes that a request derives from those of a device: `validateDeviceDerivedAttributes`.
 *
 * @param isUsed whether a constraint of the request names an attribute.
 */
export function validateDerivedAttributes(
  attributes: Value,
  isUsed: (name: string) => boolean,
  errors: ErrorList,
): void {
  for (const attribute of attributes.items) {
    const [name, expression] = [attribute.at('name'), attribute.at('expression')];
    if (!name.empty && !isUsed(name.text)) errors.invalid(name, unusedAttribute);
    if (expression.empty) continue;
    if (isLonger(expression.text, expressionLimit)) errors.tooLong(expression, expressionLimit);
    else validateDerivedAttribute(expression, errors);
  }
}

/** The same attributes under declarative validation. */
export function validateDeclaredAttributes(attributes: Value, errors: ErrorList): void {
  if (isTooLong(attributes, attributeLimit, errors)) return;
  for (const attribute of attributes.items) {
    const [name, expression] = [attribute.at('name'), attribute.at('expression')];
    if (name.empty) errors.required(name);
    else validateFullyQualifiedName(name, errors, true);
    if (expression.empty) errors.required(expression);
  }
}

/** Configuration that is passed on to a driver: `validateDeviceConfiguration`. */
export function validateConfiguration(config: Value, errors: ErrorList): void {
  const opaque = config.at('opaque');
  if (!opaque.present) {
    errors.required(opaque);
    return;
  }
  validateCsiDriverName(opaque.at('driver'), errors);
  const parameters = opaque.at('parameters');
  if (parameters.node === undefined) errors.required(parameters);
  else if (jsonLength(parameters.node) > parametersLimit) errors.tooLong(parameters, parametersLimit);
  else if (parameters.node.kind !== 'map') errors.invalid(parameters, 'must be a valid JSON object');
}

/** A taint of a device: `validateDeviceTaint`. `declared`: where declarative validation names it. */
export function validateTaint(taint: Value, errors: ErrorList, declared = taint): void {
  validateLabelName(taint.at('key'), errors);
  if (!taint.at('value').empty) errors.format(taint.at('value'), labelValue);
  const effect = declared.at('effect');
  if (effect.empty) errors.required(effect);
  else errors.oneOf(effect, effectsAt(errors));
}

function effectsAt(errors: ErrorList): readonly string[] {
  return errors.has('device-taint-without-effect') ? effects : effects.slice(0, -1);
}

/** A toleration of devices' taints: `validateDeviceToleration`. `declared`: where declarative validation names it. */
export function validateToleration(toleration: Value, errors: ErrorList, declared = toleration): void {
  const [operator, value] = [toleration.at('operator'), toleration.at('value')];
  validateTolerationKey(declared, errors);
  validateTolerationChoices(declared, errors);
  switch (operator.or('Equal')) {
    case 'Exists':
      if (!value.empty) errors.invalid(value, 'must be empty for operator `Exists`');
      break;
    case 'Equal':
      errors.invalid(value, labelValue(value.text), value.text);
      break;
  }
}

/** The taint's key that a toleration is about, if it is about one. */
export function validateTolerationKey(toleration: Value, errors: ErrorList): void {
  const key = toleration.at('key');
  if (!key.empty) validateLabelName(key, errors);
}

/** The enumerations of a toleration, which declarative validation checks as well. */
export function validateTolerationChoices(toleration: Value, errors: ErrorList): void {
  const [operator, effect] = [toleration.at('operator'), toleration.at('effect')];
  if (!operator.empty) errors.oneOf(operator, ['Equal', 'Exists']);
  if (!effect.empty) errors.oneOf(effect, effectsAt(errors));
}

/** Whether a list exceeds its limit, so that its items are not checked: `validateSlice`. */
export function isTooLong(list: Value, limit: number, errors: ErrorList): boolean {
  if (list.length <= limit) return false;
  errors.tooMany(list, list.length, limit);
  return errors.has('device-limits-first');
}
