import { type Compiled, compile } from '../../../../cel/compile.ts';
import { type Cardinality, type RuleCosts, ruleCosts } from '../../../../cel/cost/ruleCost.ts';
import type { Declarations } from '../../../../cel/environment.ts';
import { explainProblems } from '../../../../cel/explain.ts';
import { environmentOf, hasKeywordFields } from '../../../../cel/libraries.ts';
import { ruleDeclarations } from '../../../../cel/schemaTypes.ts';
import type { JsonSchema } from '../../../../crd/schema/schema.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { TotalCost } from './costs.ts';

// Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go and
// pkg/apis/apiextensions/validation/validation.go.

/** The position of a schema with rules. */
export interface SchemaRuleContext {
  /** Whether it is the schema of the whole resource. */
  readonly isRoot: boolean;
  /** The path of the first parent schema whose old and new values cannot be correlated. */
  readonly uncorrelatable: string | undefined;
  /** The maximum number of values of the schema in a resource. */
  readonly cardinality: Cardinality;
  /** The total cost of all rules. */
  readonly total: TotalCost;
}

/**
 * Compiles the rules of a schema and their message expressions.
 *
 * @param value the position of the schema.
 */
export function validateRuleExpressions(
  schema: JsonSchema,
  value: Value,
  context: SchemaRuleContext,
  errors: ErrorList,
): void {
  const rules = value.at('x-kubernetes-validations');
  const declarations = ruleDeclarations(schema, context.isRoot, hasKeywordFields(errors.surface));
  if (declarations === undefined) {
    errors.invalid(rules, 'internal error: failed to retrieve type information for x-kubernetes-validations');
    return;
  }
  const isResource = context.isRoot || schema.embeddedResource;
  const costs = ruleCosts(schema, isResource, context.cardinality, errors.surface.versions.binary);
  for (const rule of rules.items) {
    const optional = rule.at('optionalOldSelf');
    const found = validateRule(rule, optional.isTrue ? declarations.optional : declarations.required, errors);
    if (costs !== undefined) observeCosts(rule, found, costs, context.total, errors);
    if (found.compiled?.variables.has('oldSelf') !== true) {
      if (optional.present) {
        errors.invalid(optional, 'may not be set if oldSelf is not used in rule', String(optional.isTrue));
      }
    } else if (context.uncorrelatable !== undefined) {
      const why = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${context.uncorrelatable}`;
      errors.invalid(rule.at('rule'), why);
    }
  }
}

/** A compiled rule; refused ones cost nothing. */
interface Found {
  readonly compiled: Compiled | undefined;
  readonly message: Compiled | undefined;
}

const refused: Found = { compiled: undefined, message: undefined };

function observeCosts(
  rule: Value,
  { compiled, message }: Found,
  costs: RuleCosts,
  total: TotalCost,
  errors: ErrorList,
): void {
  for (const item of [compiled, message]) if (item !== undefined && item.expr === undefined) total.observeUnknown();
  if (compiled !== undefined) total.observe(rule.at('rule'), costs.ofRule(compiled), 'rule', errors);
  if (message === undefined) return;
  total.observe(rule.at('messageExpression'), costs.ofMessage(message), 'messageExpression', errors);
}

function validateRule(rule: Value, declarations: Declarations, errors: ErrorList): Found {
  const [expression, messageExpression] = [rule.at('rule'), rule.at('messageExpression')];
  if (expression.text.trim() === '') return refused;
  const compiled = compiledAt(expression, declarations, '', errors);
  if (compiled === undefined) return refused;
  if (compiled.expr !== undefined && compiled.type.kind !== 'bool') {
    errors.expression(expression, 'cel expression must evaluate to a bool', undefined);
    return refused;
  }
  if (messageExpression.empty) return { compiled, message: undefined };
  const message = compiledAt(messageExpression, declarations, 'messageExpression ', errors);
  if (message?.expr === undefined || message.type.kind === 'string') return { compiled, message };
  errors.expression(messageExpression, 'messageExpression must evaluate to a string', undefined);
  return { compiled, message: undefined };
}

function compiledAt(value: Value, declarations: Declarations, what: string, errors: ErrorList): Compiled | undefined {
  const compiled = compile(value.text, environmentOf(errors.surface, 'new', undefined), declarations);
  const [first] = compiled.problems;
  if (first === undefined) return compiled;
  errors.expression(value, `${what}${explainProblems(compiled.problems, value.text, errors.surface)}`, first.at);
  return undefined;
}
