import type { ConversionFacts, FactValue, ShapeChange } from '../../src/catalog/conversionFacts.ts';
import type { ConversionsPack } from '../../src/catalog/packConversions.ts';
import { hasSameFields } from '../../src/conversion/sameFields.ts';
import { type GroupVersionKind, parseGroupVersion } from '../../src/targets/groupVersion.ts';
import { factMinor, type Minor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, type JsonObject, object, optionalText, text, texts } from './json.ts';

/**
 * The conversions and the computed differences of shape. Between versions with the same fields, only the apiVersion
 * changes; such a pair needs no note.
 */
export function conversionsPack(facts: Facts): ConversionsPack {
  const notes = arrayOf(facts.authored.conversionNotes['notes']).map(object);
  const noted = new Set(notes.map(pairOf));
  const others = facts.shapeChanges.filter((pair) => !noted.has(pairOf(pair)) && hasSameFields(shapeChange(pair)));
  return { conversions: [...notes, ...others].map(conversion), shapeChanges: facts.shapeChanges.map(shapeChange) };
}

function pairOf({ kind, from, to }: JsonObject): string {
  return JSON.stringify([kind, from, to]);
}

function conversion(fact: JsonObject): ConversionFacts {
  return {
    from: gvk(fact['from'], fact['kind']),
    to: fact['to'] === null ? undefined : gvk(fact['to'], fact['kind']),
    map: arrayOf(fact['map']).map((move) => ({
      from: text(fieldOf(move, 'from')),
      to: text(fieldOf(move, 'to')),
      transform: optionalText(fieldOf(move, 'transform')),
    })),
    defaults: arrayOf(fact['defaults']).map((entry) => ({
      path: text(fieldOf(entry, 'path')),
      old: factValue(fieldOf(entry, 'old')),
      new: factValue(fieldOf(entry, 'new')),
    })),
    required: texts(fact['required']),
    dropped: texts(fact['dropped']),
    cautions: texts(fact['cautions']),
    sources: fact['src'] === undefined ? ['facts/conversions-diff.jsonl'] : texts(fact['src']),
    comparedIn: minors(fact['comparedIn'] ?? []),
  };
}

function shapeChange(fact: JsonObject): ShapeChange {
  return {
    from: gvk(fact['from'], fact['kind']),
    to: gvk(fact['to'], fact['kind']),
    comparedIn: minors(fact['comparedIn']),
    removed: texts(fact['removed']),
    added: texts(fact['added']),
    nowRequired: texts(fact['nowRequired']),
    noLongerRequired: texts(fact['noLongerRequired']),
    types: arrayOf(fact['type']).map((row) => {
      const [path, from, to] = arrayOf(row);
      return [text(path), text(from), text(to)];
    }),
    enums: arrayOf(fact['enum']).map((row) => {
      const [path, added, removed] = arrayOf(row);
      return [text(path), texts(added), texts(removed)];
    }),
  };
}

/** One minor or a list of them. */
function minors(value: unknown): Minor[] {
  return (Array.isArray(value) ? texts(value) : [text(value)]).map(factMinor);
}

/** The group, version and kind of `apps/v1` and `Deployment`. */
export function gvk(apiVersion: unknown, kind: unknown): GroupVersionKind {
  const groupVersion = parseGroupVersion(text(apiVersion));
  if (groupVersion === undefined) throw new RangeError(`not an apiVersion: ${text(apiVersion)}`);
  return { ...groupVersion, kind: text(kind) };
}

/** A default value; the facts write an empty struct as the text `{}`. */
export function factValue(value: unknown): FactValue {
  if (value === '{}') return {};
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  return arrayOf(value).map(factValue);
}
