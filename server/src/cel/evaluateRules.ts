import { PerObjectAndTarget } from '../catalog/perTarget.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { entryOf, type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Expr } from './ast.ts';
import { compile } from './compile.ts';
import { type Budget, evaluate } from './evaluate.ts';
import { environmentOf, hasKeywordFields } from './libraries.ts';
import { celValueOf, type JsonInput, type ValueSchema, withMetadata } from './objectValues.ts';
import { ruleDeclarations } from './schemaTypes.ts';
import type { Outcome } from './values.ts';

/** A rule as a schema writes it. */
export interface RuleText {
  readonly rule: string;
  readonly messageExpression: string;
  readonly optionalOldSelf: boolean;
}

/** A schema with the rules of its values. */
export interface RuleSchema<R extends RuleText> extends ValueSchema {
  readonly rules: readonly R[];
  readonly listMapKeys: readonly string[];
  readonly properties: ReadonlyMap<string, RuleSchema<R>>;
  readonly additionalProperties: RuleSchema<R> | boolean | undefined;
  readonly items: RuleSchema<R> | undefined;
}

/** A rule that a value breaks. */
export interface BrokenRule<R> {
  readonly rule: R;
  /** The path of the value, from the given root; without the rule's `fieldPath`. */
  readonly path: FieldPath;
  readonly value: JsonInput;
  /** The type that the schema gives the value; empty if it gives none. */
  readonly type: string;
  /** The result of `messageExpression`; undefined if absent or empty. */
  readonly message: string | undefined;
  /** The evaluation error; undefined if the rule is simply false. */
  readonly error: string | undefined;
  /** Whether the rule compares with the old value: no update keeps what it refuses. */
  readonly isTransition: boolean;
}

/**
 * The rules that the server would find broken in a value: those of its schema and of all schemas below. A rule that needs
 * an old value is skipped without one, unless it has `optionalOldSelf`. An uncertain rule, which does not compile, uses
 * an unknown function or takes too long, counts as satisfied.
 *
 * @param value the value with defaults, as the server validates it.
 * @param isRoot whether the schema is that of a whole resource.
 * @param old the value before an update; undefined for a create.
 */
export function evaluateRules<R extends RuleText>(
  schema: RuleSchema<R>,
  value: JsonInput,
  surface: ApiSurface,
  isRoot = true,
  old?: JsonInput,
): readonly BrokenRule<R>[] {
  const broken: BrokenRule<R>[] = [];
  const budget: Budget = { steps: maxSteps };
  visit(schema, value, old, undefined, { surface, budget, broken, isRoot });
  return broken;
}

/** How many steps the rules of one object may take together, and a single rule. */
const maxSteps = 2_000_000;
const maxStepsOfRule = 200_000;

interface Visit<R> {
  readonly surface: ApiSurface;
  readonly budget: Budget;
  readonly broken: BrokenRule<R>[];
  readonly isRoot: boolean;
}

function visit<R extends RuleText>(
  schema: RuleSchema<R>,
  json: JsonInput,
  old: JsonInput | undefined,
  path: FieldPath,
  context: Visit<R>,
): void {
  if (json.kind === 'scalar' && json.value === null) return;
  if (schema.rules.length > 0) judge(schema, json, old, path, context);
  if (!hasRulesBelow(schema)) return;
  const inner = { ...context, isRoot: false };
  if (json.kind === 'list' && schema.items !== undefined) {
    for (const [index, item] of json.items.entries()) {
      visit(schema.items, item, oldItem(schema, item, old), itemOf(path, index), inner);
    }
  }
  if (json.kind !== 'map') return;
  const { additionalProperties } = schema;
  for (const [key, jsonInput] of json.entries) {
    const property = schema.properties.get(key);
    const before = old?.kind === 'map' ? old.entries.get(key) : undefined;
    if (property !== undefined) visit(property, jsonInput, before, fieldOf(path, key), inner);
    else if (typeof additionalProperties === 'object') {
      visit(additionalProperties, jsonInput, before, entryOf(path, key), inner);
    }
  }
}

/** The old item with the same keys; undefined in lists without keys, whose items cannot be correlated. */
function oldItem(
  { listType, listMapKeys }: Pick<RuleSchema<RuleText>, 'listType' | 'listMapKeys'>,
  item: JsonInput,
  old: JsonInput | undefined,
): JsonInput | undefined {
  if (listType !== 'map' || old?.kind !== 'list' || item.kind !== 'map') return undefined;
  const keyOf = (value: JsonInput) =>
    value.kind === 'map' ? listMapKeys.map((key) => scalarOf(value.entries.get(key))).join('\n') : undefined;
  const wanted = keyOf(item);
  return old.items.find((candidate) => keyOf(candidate) === wanted);
}

function scalarOf(value: JsonInput | undefined): string {
  return value?.kind === 'scalar' ? `${typeof value.value} ${value.value}` : '';
}

const rulesBelow = new WeakMap<object, boolean>();

/** Whether any schema below one has rules: schemas without need no walk. */
function hasRulesBelow<R extends RuleText>(schema: RuleSchema<R>): boolean {
  return getOrInsertComputed(rulesBelow, schema, () => {
    const { items, additionalProperties } = schema;
    const below = [...schema.properties.values()];
    if (items !== undefined) below.push(items);
    if (typeof additionalProperties === 'object') below.push(additionalProperties);
    return below.some((ruleSchema) => ruleSchema.rules.length > 0 || hasRulesBelow(ruleSchema));
  });
}

function judge<R extends RuleText>(
  schema: RuleSchema<R>,
  json: JsonInput,
  old: JsonInput | undefined,
  path: FieldPath,
  context: Visit<R>,
): void {
  const valueSchema = context.isRoot ? withMetadata(schema) : schema;
  const self = celValueOf(json, valueSchema);
  if (self.type === 'unknown') return;
  const isNew = old === undefined || (old.kind === 'scalar' && old.value === null);
  const oldSelf = isNew ? undefined : celValueOf(old, valueSchema);
  if (oldSelf?.type === 'unknown') return;
  const compiled = compiledRules(schema, context.surface, context.isRoot);
  for (const [index, rule] of schema.rules.entries()) {
    const { expr, usesOldSelf, message: messageExpr } = compiled[index] ?? nothing;
    if (expr === undefined || (usesOldSelf && !rule.optionalOldSelf && oldSelf === undefined)) continue;
    const bindings = new Map<string, Outcome>([['self', self]]);
    if (rule.optionalOldSelf) bindings.set('oldSelf', optionalOf(oldSelf));
    else if (oldSelf !== undefined) bindings.set('oldSelf', oldSelf);
    const outcome = run(expr, bindings, context.budget);
    if (outcome.type === 'unknown' || (outcome.type === 'bool' && outcome.value)) continue;
    const message = messageExpr === undefined ? undefined : run(messageExpr, bindings, context.budget);
    context.broken.push({
      rule,
      path,
      value: json,
      type: schema.type,
      message: message?.type === 'string' ? spoken(message.value) : undefined,
      error: outcome.type === 'error' ? outcome.message : undefined,
      isTransition: usesOldSelf || rule.optionalOldSelf,
    });
  }
}

function optionalOf(value: Outcome | undefined): Outcome {
  if (value === undefined) return { type: 'optional', value: undefined };
  return value.type === 'error' || value.type === 'unknown' ? value : { type: 'optional', value };
}

const nothing: CompiledRule = { expr: undefined, usesOldSelf: false, message: undefined };

/** A message that the server takes: one line, and not empty. */
function spoken(message: string): string | undefined {
  const trimmed = message.trim();
  return trimmed === '' || trimmed.includes('\n') ? undefined : trimmed;
}

function run(expr: Expr, values: ReadonlyMap<string, Outcome>, budget: Budget): ReturnType<typeof evaluate> {
  const ruleBudget: Budget = { steps: Math.min(budget.steps, maxStepsOfRule) };
  const before = ruleBudget.steps;
  const outcome = evaluate(expr, { values }, ruleBudget);
  budget.steps -= before - Math.max(ruleBudget.steps, 0);
  return outcome;
}

interface CompiledRule {
  /** Undefined if it does not compile to a truth value. */
  readonly expr: Expr | undefined;
  readonly usesOldSelf: boolean;
  readonly message: Expr | undefined;
}

const compiled = new PerObjectAndTarget<object, readonly CompiledRule[]>();

/** The rules of a schema in their order; compiled once for each target. */
function compiledRules(schema: RuleSchema<RuleText>, surface: ApiSurface, isRoot: boolean): readonly CompiledRule[] {
  return compiled.of(schema, surface, () => compileRules(schema, surface, isRoot));
}

function compileRules(schema: RuleSchema<RuleText>, surface: ApiSurface, isRoot: boolean): readonly CompiledRule[] {
  const declarations = ruleDeclarations(schema, isRoot, hasKeywordFields(surface));
  if (declarations === undefined) return [];
  // The rules of a definition that is installed are stored ones.
  const environment = environmentOf(surface, 'stored', undefined);
  return schema.rules.map(({ rule, messageExpression, optionalOldSelf }) => {
    const found = optionalOldSelf ? declarations.optional : declarations.required;
    const { expr, type, variables } = compile(rule, environment, found);
    const message = messageExpression === '' ? undefined : compile(messageExpression, environment, found).expr;
    return { expr: type.kind === 'bool' ? expr : undefined, usesOldSelf: variables.has('oldSelf'), message };
  });
}
