import type { Body } from '../../../languages/expression.ts';
import { evaluate, type Scope } from '../evaluate.ts';
import { nullValue, openValue, type Value } from '../value.ts';

/** A block as a map: its attributes, and the nested blocks of each type as a list. */
export function blockValue(body: Body, scope: Scope): Value {
  const attributes = new Map(body.attributes.map(({ name, value }) => [name, value]));
  const get = (key: string): Value | undefined => {
    const attribute = attributes.get(key);
    if (attribute !== undefined) return evaluate(attribute, scope);
    const blocks = body.blocks.filter(({ type }) => type === key);
    if (blocks.length > 0) return { kind: 'list', items: () => blocks.map((block) => blockValue(block.body, scope)) };
    const dynamic = body.blocks.some(({ type, labels }) => type === 'dynamic' && labels[0] === key);
    return dynamic ? openValue(`the blocks "${key}" are created at run time`) : undefined;
  };
  const keys = [...attributes.keys(), ...body.blocks.map(({ type }) => type)];
  return { kind: 'map', keys, get };
}

/** The value of an attribute of a block; null if it is absent. */
export function attributeOf(body: Body, name: string, scope: Scope): Value {
  const found = body.attributes.find((attribute) => attribute.name === name);
  return found === undefined ? nullValue : evaluate(found.value, scope);
}
