import type { Block } from '../../../languages/expression.ts';
import { evaluate, type Scope } from '../evaluate.ts';
import { numberOf, truthValue } from '../operators.ts';
import { openValue, type Value } from '../value.ts';
import { numberValue } from './hclFunctions.ts';

/** An instance of a block: the key and value of `each`, or `count.index`. */
export type BlockInstance =
  | { readonly key: Value; readonly value: Value; readonly index?: never }
  | { readonly index: Value; readonly key?: never };

/** The maximum number of instances. */
const maxInstances = 100;

/**
 * The instances of a block by its `for_each` or `count`, each with its distinguishing name, at most
 * {@link maxInstances}.
 */
export function instancesOf(
  { body }: Block,
  scope: Scope,
): readonly { readonly each?: BlockInstance; readonly key?: string }[] {
  const named = (name: string) => body.attributes.find((attribute) => attribute.name === name)?.value;
  const forEach = named('for_each');
  if (forEach !== undefined) return eachOf(evaluate(forEach, scope), scope);
  const count = named('count');
  if (count === undefined) return [{}];
  const value = evaluate(count, scope);
  const truth = truthValue(value);
  const number = numberOf(value) ?? (truth === undefined ? undefined : Number(truth));
  if (number === undefined) return [{ each: { index: numberValue(0) } }];
  return Array.from({ length: Math.min(Math.max(0, Math.floor(number)), maxInstances) }, (_, index) => ({
    each: { index: numberValue(index) },
    ...(number > 1 ? { key: String(index) } : {}),
  }));
}

function eachOf(value: Value, scope: Scope): readonly { readonly each: BlockInstance; readonly key?: string }[] {
  if (value.kind === 'map') {
    return value.keys.slice(0, maxInstances).map((key) => ({
      key,
      each: { key: generatedText(key, scope), value: value.get(key) ?? openValue(`"${key}" has no value`) },
    }));
  }
  if (value.kind === 'list') {
    return value
      .items()
      .slice(0, maxInstances)
      .map((item) => ({ ...(item.kind === 'text' ? { key: item.text } : {}), each: { key: item, value: item } }));
  }
  const unknown = value.kind === 'open' ? value : openValue('the value of for_each is not known');
  return [{ each: { key: unknown, value: unknown } }];
}

function generatedText(text: string, { file }: Scope): Value {
  return { kind: 'text', type: 'string', text, isGenerated: true, origin: { file, span: { start: 0, end: 0 } } };
}

/** Removes the index of a resource with `count`: `[0]`. */
export function withoutIndex(keys: readonly string[]): readonly string[] {
  return /^\d+$/.test(keys[0] ?? '') ? keys.slice(1) : keys;
}
