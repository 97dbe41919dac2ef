import type { ErrorList } from '../../errorList.ts';
import type { Schema } from './schema.ts';
import { findField } from './schemaPath.ts';
import { structuralProblem } from './structural.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go. The expressions themselves
// are checked in ../expressions/customRules.ts.

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

/** The fields around the expressions of `x-kubernetes-validations`. */
export function validateRules(schema: Schema, errors: ErrorList): void {
  for (const item of schema.value.at('x-kubernetes-validations').items) {
    const [rule, message, expression, reason, path] = [
      item.at('rule'),
      item.at('message'),
      item.at('messageExpression'),
      item.at('reason'),
      item.at('fieldPath'),
    ];
    if (rule.text.trim() === '') errors.required(rule, 'rule is not specified');
    else if (!message.empty && message.text.trim() === '') errors.invalid(message, 'must be non-empty if specified');
    else if (hasLineBreak(message.text.trim())) errors.invalid(message, 'must not contain line breaks');
    else if (hasLineBreak(rule.text.trim()) && message.empty) {
      errors.required(message, 'message must be specified if rule contains line breaks');
    }
    if (!expression.empty && expression.text.trim() === '') {
      errors.required(expression, 'messageExpression must be non-empty if specified');
    }
    if (reason.present && !reasons.includes(reason.text)) errors.unsupported(reason, reasons);
    if (path.empty) continue;
    if (path.text.trim() === '') errors.invalid(path, 'must be non-empty if specified');
    if (hasLineBreak(path.text)) errors.invalid(path, 'must not contain line breaks');
    if (structuralProblem(schema) === undefined && findField(path.text, schema, true).problem !== undefined) {
      errors.invalid(path, 'must be a valid path');
    }
  }
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}
