import { join } from 'node:path';
import { fieldOf, object, optionalText, text } from '../../server/data/generator/json.ts';
import { isValueMap, type Value, type ValueMap } from '../../server/src/conversion/value.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { changed } from '../../test/recorded/applies/changes.ts';
import { droppedObjects } from '../kubernetes/derive/gatedFields.ts';
import type { Types } from '../kubernetes/derive/objects.ts';
import { dataFolder, readTables } from '../kubernetes/tables.ts';
import type { Seed } from './seed.ts';

/**
 * Objects of every kind that the newest minor serves, with every field of its types, new ones included. Each comes with
 * the first and with the last value of its enumerations, with generated changes, and with each field of its spec alone.
 */
export function wholeTexts({ seed, changes }: Seed): readonly string[] {
  const tables = readTables(join(dataFolder, 'facts'));
  const [minorText = ''] = [...tables.fields.keys()].slice(-1);
  const definitions = object(fieldOf(tables.fields.get(minorText) ?? {}, 'defs'));
  const types: Types = Object.fromEntries(Object.entries(definitions).map(([name, type]) => [name, object(type)]));
  const served = tables.kinds.flatMap((row) => {
    const def = optionalText(row['def']);
    const spans = row['served'];
    const isServed = Array.isArray(spans) && String(spans.at(-1)).endsWith('-');
    if (def === undefined || types[def] === undefined || !isServed) return [];
    const [group, version] = [text(row['group']), text(row['version'])];
    return [[`${group === '' ? version : `${group}/${version}`}/${text(row['kind'])}`, def] as const];
  });
  return [...new Map(served)].flatMap(([gvk, def], number) => {
    const objects = droppedObjects(types, new Map([[gvk, def]])).flatMap(({ object: whole }) => asValue(whole));
    const random = randomFrom(seed * 1_000_003 + number);
    const all = objects.flatMap((whole) => [
      whole,
      ...partsOf(whole),
      ...Array.from({ length: changes }, () => changed(whole, objects[0] ?? whole, random)),
    ]);
    return all.map((value) => JSON.stringify(value, null, 1));
  });
}

function asValue(whole: unknown): ValueMap[] {
  const value: Value = JSON.parse(JSON.stringify(whole));
  return isValueMap(value) ? [value] : [];
}

/** The object with one field of its spec at a time: one wrong field can hide errors in the others. */
function partsOf(whole: ValueMap): ValueMap[] {
  const { spec, status: _, ...rest } = whole;
  return isValueMap(spec) ? Object.entries(spec).map(([name, value]) => ({ ...rest, spec: { [name]: value } })) : [];
}
