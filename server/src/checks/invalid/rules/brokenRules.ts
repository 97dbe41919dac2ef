import { type BrokenRule, evaluateRules } from '../../../cel/evaluateRules.ts';
import { displayedValue, type SchemaError, type SchemaErrorType } from '../../../crd/schema/error.ts';
import type { Json, JsonMap } from '../../../crd/schema/json.ts';
import type { JsonSchema, ValidationRule } from '../../../crd/schema/schema.ts';
import { entryOf, type FieldPath, fieldOf, formatPath, stepsOf } from '../../../text/fieldPath.ts';
import type { ErrorList } from '../errorList.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go.

/** Errors after which the server does not evaluate any rule: `hasBlockingErr`. */
const blocking: ReadonlySet<string> = new Set(['Required', 'NotSupported', 'TooLong', 'TooMany', 'TypeInvalid']);

/**
 * The `x-kubernetes-validations` errors of a custom resource. Evaluated only if the schema has no errors that would
 * affect them.
 *
 * @param found the validation errors so far.
 * @param old the stored resource; undefined for a create.
 */
export function validateRules(
  schema: JsonSchema,
  object: JsonMap,
  found: readonly { readonly type: string }[],
  errors: ErrorList,
  old?: JsonMap,
): void {
  if (found.some(({ type }) => blocking.has(type))) return;
  for (const broken of evaluateRules(schema, object, errors.surface, true, old)) errors.take(errorOf(broken, object));
}

/**
 * The rule errors of a default, by position in the default. The server evaluates rules as in an update without changes;
 * if it ratchets, as in a create as well. Transition rules are not evaluated.
 *
 * @param isRoot whether the default is a whole resource.
 */
export function brokenByDefault(
  schema: JsonSchema,
  value: Json,
  isRoot: boolean,
  errors: ErrorList,
): readonly SchemaError[] {
  const creates = errors.gate('CRDValidationRatcheting');
  return evaluateRules(schema, value, errors.surface, isRoot)
    .filter(({ rule }) => creates || !rule.optionalOldSelf)
    .map((broken) => errorOf(broken, value));
}

function errorOf(
  { rule, path, type: schemaType, message, error, isTransition }: BrokenRule<ValidationRule>,
  object: Json,
): SchemaError {
  const at = error === undefined ? below(path, rule.fieldPath) : path;
  const { value, span } = locate(object, at);
  const detail = error === undefined ? (message ?? ruleMessage(rule)) : `${error} evaluating rule: ${ruleText(rule)}`;
  const type = typeOf(rule, error);
  const bad = error === undefined ? badValue(value, rule) : `: ${JSON.stringify(schemaType)}`;
  return {
    type,
    path: formatPath(at),
    key: span,
    message: sentence(type, bad, detail),
    allowed: [],
    isLasting: isTransition,
  };
}

function typeOf({ reason }: ValidationRule, error: string | undefined): SchemaErrorType {
  return error === undefined ? (typeOfReason[reason] ?? 'Invalid') : 'Invalid';
}

const typeOfReason: Readonly<Record<string, SchemaErrorType>> = {
  FieldValueRequired: 'Required',
  FieldValueForbidden: 'Forbidden',
  FieldValueDuplicate: 'Duplicate',
};

/** The value in a rule's error message: the scalar that the rule is about. */
function badValue(value: Json | undefined, { fieldPath }: ValidationRule): string {
  if (value === undefined) return '';
  return value.kind === 'scalar' && fieldPath === '' ? `: ${displayedValue(value)}` : '';
}

function sentence(type: SchemaErrorType, bad: string, detail: string): string {
  switch (type) {
    case 'Required':
      return `Required value: ${detail}`;
    case 'Forbidden':
      return `Forbidden: ${detail}`;
    case 'Duplicate':
      return `Duplicate value${bad}`;
    default:
      return `Invalid value${bad}: ${detail}`;
  }
}

function ruleMessage(rule: ValidationRule): string {
  return rule.message === '' ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
}

function ruleText({ message, rule }: ValidationRule): string {
  return (message === '' ? rule : message).trim();
}

/** A path followed by the `fieldPath` of a rule: `.spec.name`, `['x.y']`. */
function below(path: FieldPath, fieldPath: string): FieldPath {
  let at = path;
  for (const [, field, key] of fieldPath.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/g)) {
    if (field !== undefined) at = fieldOf(at, field);
    else if (key !== undefined) at = entryOf(at, key);
  }
  return at;
}

/** The value at a path, and its span or that of its nearest parent. */
function locate(object: Json, path: FieldPath): { readonly value: Json | undefined; readonly span: Json['span'] } {
  let value: Json | undefined = object;
  let { span } = value;
  for (const step of stepsOf(path)) {
    if (value?.kind === 'map' && typeof step === 'string') value = value.entries.get(step);
    else if (value?.kind === 'list' && typeof step === 'number') value = value.items[step];
    else value = undefined;
    if (value === undefined) break;
    span = value.span;
  }
  return { value, span };
}
