import { type Compiled, compile } from '../../../../cel/compile.ts';
import type { Declarations } from '../../../../cel/environment.ts';
import { explainProblems } from '../../../../cel/explain.ts';
import { environmentOf, hasKeywordFields } from '../../../../cel/libraries.ts';
import { ruleDeclarations } from '../../../../cel/schemaTypes.ts';
import { readSchema } from '../../../../crd/schema/readSchema.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go and
// pkg/apis/apiextensions/validation/validation.go. What rules may cost is not looked at.

/** Where a schema with rules stands. */
export interface RulePlace {
  /** Whether it is the schema of the whole resource. */
  readonly isRoot: boolean;
  /** The path of the first schema around it whose values cannot be told apart between an old object and a new one. */
  readonly uncorrelatable: string | undefined;
}

/** Compiles the rules of a schema, and what they say of values that break them. */
export function validateRuleExpressions(schema: Value, place: RulePlace, errors: ErrorList): void {
  const rules = schema.at('x-kubernetes-validations');
  const declarations = ruleDeclarations(readSchema(schema.node), place.isRoot, hasKeywordFields(errors.surface));
  if (declarations === undefined) {
    errors.invalid(rules, 'internal error: failed to retrieve type information for x-kubernetes-validations');
    return;
  }
  for (const rule of rules.items) {
    const optional = rule.at('optionalOldSelf');
    const usesOldSelf = validateRule(rule, optional.isTrue ? declarations.optional : declarations.required, errors);
    if (!usesOldSelf) {
      if (optional.present) {
        errors.invalid(optional, 'may not be set if oldSelf is not used in rule', String(optional.isTrue));
      }
    } else if (place.uncorrelatable !== undefined) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelatable}`;
      errors.invalid(rule.at('rule'), why);
    }
  }
}

/** Returns whether the rule compiles and uses the old value. */
function validateRule(rule: Value, declarations: Declarations, errors: ErrorList): boolean {
  const [expression, message] = [rule.at('rule'), rule.at('messageExpression')];
  if (expression.text.trim() === '') return false;
  const compiled = compiledAt(expression, declarations, '', errors);
  if (compiled === undefined) return false;
  if (compiled.expr !== undefined && compiled.type.kind !== 'bool') {
    errors.expression(expression, 'cel expression must evaluate to a bool', undefined);
    return false;
  }
  if (!message.empty) {
    const text = compiledAt(message, declarations, 'messageExpression ', errors);
    if (text?.expr !== undefined && text.type.kind !== 'string') {
      errors.expression(message, 'messageExpression must evaluate to a string', undefined);
    }
  }
  return compiled.variables.has('oldSelf');
}

function compiledAt(value: Value, declarations: Declarations, what: string, errors: ErrorList): Compiled | undefined {
  const compiled = compile(value.text, environmentOf(errors.surface, 'new', undefined), declarations);
  const [first] = compiled.problems;
  if (first === undefined) return compiled;
  errors.expression(value, `${what}${explainProblems(compiled.problems, value.text, errors.surface)}`, first.at);
  return undefined;
}
