import type { JsonObject } from '../../../server/data/generator/json.ts';
import { definitionOf } from './notation.ts';
import type { ShapeField, ShapePackage, Shapes } from './shapes.ts';

/**
 * The marks in the comment of a field and the source of its type: the gates that it is marked with (`fg`) or that are
 * only mentioned (`gm`), whether it is deprecated (`dep`), and its values: of an enumeration (`e`) or of the constants
 * of a named string that is not marked as one (`ec`).
 */
export function marksOf(shapes: Shapes, at: ShapePackage, field: ShapeField, gates: ReadonlySet<string>): JsonObject {
  const marked = markedGates(field.doc);
  const mentioned = mentionedGates(field.doc, gates).filter((gate) => !marked.includes(gate));
  return {
    ...valuesOf(shapes, at, field.type),
    ...(marked.length === 0 ? {} : { fg: marked }),
    ...(mentioned.length === 0 ? {} : { gm: mentioned }),
    ...(isDeprecated(field.doc) ? { dep: 'lead' } : {}),
  };
}

function markedGates(doc: string): string[] {
  const found = [...doc.matchAll(/^\+(?:featureGate=|k8s:ifEnabled\()"?([\w,]+)/gm)].flatMap(([, gates = '']) =>
    gates.split(','),
  );
  return [...new Set(found)].sort();
}

/** Gate names in a comment about features: many kinds are named like their gate. */
function mentionedGates(doc: string, gates: ReadonlySet<string>): string[] {
  const comment = prose(doc);
  if (!/\b(?:features?|gates?|gated|feature-gated?)\b/i.test(comment)) return [];
  const words = comment.match(/\b[A-Z][A-Za-z0-9]{4,}\b/g) ?? [];
  return [...new Set(words.filter((word) => gates.has(word)))].sort();
}

/** The comment without its markers. */
function prose(doc: string): string {
  return doc
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('+'))
    .join('\n');
}

/** A line or a sentence of the comment starts with the word. */
function isDeprecated(doc: string): boolean {
  return /(?:^|\n|\. +)(?:Deprecated|DEPRECATED)\b/.test(prose(doc));
}

function valuesOf(shapes: Shapes, at: ShapePackage, type: string): JsonObject {
  const element = type.replace(/^(?:\*|\[\]|map\[[^\]]*\])+/, '');
  const found = definitionOf(shapes, at, element);
  if (found === undefined) return {};
  const [home, name] = found;
  const definition = home.types.get(name);
  if (definition === undefined) return {};
  if (definition.type !== 'string') {
    return definition.type === 'struct' ? {} : valuesOf(shapes, home, definition.type);
  }
  const values = [...new Set(constantsOf(shapes, home, name))].sort();
  if (values.length === 0) return {};
  return /^\s*\+enum\b/m.test(definition.doc) ? { e: values } : { ec: values };
}

function constantsOf(shapes: Shapes, home: ShapePackage, type: string): string[] {
  return home.constants
    .filter((constant) => constant.type === type)
    .map(({ value, of }) => (of === undefined ? value : constantValue(shapes, home, of)));
}

/** The value of a constant that another package has. */
function constantValue(shapes: Shapes, from: ShapePackage, constant: string): string {
  const [qualifier = '', name] = constant.split('.');
  const home = shapes.get(from.imports.get(qualifier) ?? '');
  const found = home?.constants.find((shapeConstant) => shapeConstant.name === name);
  if (found === undefined) throw new RangeError(`${from.prefix}: no constant ${constant}`);
  return found.value;
}
