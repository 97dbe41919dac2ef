import type { Cursor } from '../cursor.ts';
import { type Budget, nullValue, type Origin, type SourceFile, type TextValue, type Value } from './value.ts';

/** Reads YAML or JSON of a language in which some strings, maps or tags have a meaning. */
export interface DocumentReader {
  readonly file: SourceFile;
  readonly budget: Budget;
  /** The value of a special node; undefined for a literal. */
  special(cursor: Cursor, tag: string | undefined): Value | undefined;
}

/** The value of a document node. */
export function documentValue(cursor: Cursor, reader: DocumentReader): Value {
  return reader.budget.spend(() => reader.special(cursor, tagOf(cursor)) ?? plainValue(cursor, reader));
}

function plainValue(cursor: Cursor, reader: DocumentReader): Value {
  const { node } = cursor;
  if (node.kind === 'list') {
    return { kind: 'list', items: () => cursor.items().map((item) => documentValue(item, reader)) };
  }
  if (node.kind === 'map') {
    const entries = new Map(cursor.entries().map((entry) => [entry.key, entry]));
    const get = (key: string) => {
      const entry = entries.get(key);
      return entry === undefined ? undefined : documentValue(entry, reader);
    };
    return { kind: 'map', keys: [...entries.keys()], get };
  }
  const text = cursor.scalar();
  if (text === undefined) return nullValue;
  const type = typeof node.value === 'string' ? 'string' : typeof node.value === 'boolean' ? 'boolean' : 'number';
  return textOf(cursor, text, type, reader.file);
}

function textOf(cursor: Cursor, text: string, type: TextValue['type'], file: SourceFile): TextValue {
  const { start, end } = cursor.node;
  const nodeOrigin: Origin = { file, span: { start, end } };
  const written = cursor.text.slice(start, end);
  if (written === text) return { kind: 'text', type, text, origin: nodeOrigin };
  if (written.slice(1, -1) === text) {
    return { kind: 'text', type, text, origin: { file, span: { start: start + 1, end: end - 1 } } };
  }
  return { kind: 'text', type, text, origin: nodeOrigin, isGenerated: true };
}

/** The tag in front of a value: `Ref` of `!Ref X`. */
function tagOf({ text, node }: Cursor): string | undefined {
  const before = text.slice(Math.max(0, node.start - 60), node.start);
  return /!([A-Za-z][\w:]*)\s+$/.exec(before)?.[1];
}
