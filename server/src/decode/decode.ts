import type { FieldDefinition, FieldType, TypeDefinition } from '../catalog/types.ts';
import { isWholeNumber } from '../formats/wholeNumber.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarNode } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import type {
  Decoded,
  DecodeError,
  DuplicateKey,
  FieldOccurrence,
  ObjectOccurrence,
  UnknownField,
  Wanted,
} from './decoded.ts';
import { hasDuplicates, lastEntries, repeated } from './duplicates.ts';
import { PathStack } from './pathStack.ts';
import { decodesAs } from './scalar.ts';
import { describeType } from './wanted.ts';

/**
 * Decodes a resource as the API server does with strict field validation: the YAML has become JSON, and
 * `sigs.k8s.io/json` reads it into the Go struct of the binary, case-sensitively. One walk finds what the server would
 * refuse and collects what the checks asked for. Of a key written twice only the last value is decoded, and `null`
 * decodes into anything and sets nothing. Never throws; what lies deeper than a thousand levels is not looked at.
 *
 * Duplicates are found by the YAML reader (`yaml.YAMLToJSONStrict` over the whole text), so they count below unknown
 * fields and in raw objects too. Below unknown fields and in raw objects nothing else is refused.
 */
export function decode(root: MapNode, type: TypeDefinition, wanted: Wanted): Decoded {
  return new Walk(wanted, root, type);
}

const deepest = 1_000;
const string: FieldType = { kind: 'scalar', scalar: 'string' };

class Walk implements Decoded {
  readonly errors: DecodeError[] = [];
  readonly unknown: UnknownField[] = [];
  readonly duplicates: DuplicateKey[] = [];
  readonly fields: FieldOccurrence[] = [];
  readonly objects: ObjectOccurrence[] = [];
  readonly #wanted: Wanted;
  readonly #at = new PathStack();
  /** How many enclosing types decode without strictness. */
  #lenient = 0;

  constructor(wanted: Wanted, root: MapNode, type: TypeDefinition) {
    this.#wanted = wanted;
    this.#struct(root, type, root);
  }

  #struct(node: MapNode, type: TypeDefinition, key: Span): void {
    if (this.#at.depth >= deepest) return;
    if (this.#wanted.object(type)) this.objects.push({ type, object: node, path: this.#at.path(), key });
    const { fields } = type;
    const entries = this.#entries(node, false);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const { key: name, value } = entry;
      const field = fields.get(name);
      if (field === undefined) this.#unknown(entry, node, type);
      else if (value.kind !== 'scalar' || !isFine(value, field.type) || this.#wanted.field(field)) {
        this.#field(entry, field);
      }
    }
  }

  #unknown(entry: MapEntry, object: MapNode, owner: TypeDefinition): void {
    this.#at.pushField(entry.key);
    if (this.#lenient === 0) this.unknown.push({ path: this.#at.path(), entry, object, owner });
    this.#untyped(entry.value, entry.keySpan);
    this.#at.pop();
  }

  #field({ key: name, value, keySpan }: MapEntry, field: FieldDefinition): void {
    if (value.kind === 'scalar' && value.value === null) return;
    this.#at.pushField(name);
    if (this.#wanted.field(field)) this.fields.push({ field, value, path: this.#at.path(), key: keySpan });
    this.#value(value, field.type, field, keySpan);
    this.#at.pop();
  }

  #value(node: Node, type: FieldType, field: FieldDefinition, key: Span): void {
    if (node.kind === 'scalar' && node.value === null) {
      this.#nothing(node, type, field, key);
      return;
    }
    switch (type.kind) {
      case 'scalar':
        if (node.kind === 'scalar') {
          if (!isFine(node, type)) this.#refuse(node, type, field, key);
        } else if (type.scalar === 'raw' || type.scalar === 'any') {
          this.#untyped(node, key);
        } else if (type.scalar !== 'bytes' || node.kind !== 'list' || !node.items.every(isByte)) {
          this.#refuse(node, type, field, key);
        }
        return;
      case 'object':
        if (node.kind === 'map') this.#struct(node, type.type, key);
        else this.#refuse(node, type, field, key);
        return;
      case 'schema-or':
        this.#schemaOr(node, type, field, key);
        return;
      case 'list':
        if (node.kind === 'list') this.#items(node, type.item, field);
        else this.#refuse(node, type, field, key);
        return;
      case 'map':
        if (node.kind !== 'map') {
          this.#refuse(node, type, field, key);
          return;
        }
        for (const entry of this.#entries(node, true)) {
          this.#at.pushEntry(entry.key);
          this.#value(entry.value, type.value, field, entry.keySpan);
          this.#at.pop();
        }
    }
  }

  /** A JSON schema or what may stand in its place: these Go types decode themselves, without strictness. */
  #schemaOr(node: Node, type: FieldType & { kind: 'schema-or' }, field: FieldDefinition, key: Span): void {
    this.#lenient++;
    if (node.kind === 'map') {
      this.#struct(node, type.schema, key);
    } else if (type.or === 'boolean') {
      if (node.kind !== 'scalar' || typeof node.value !== 'boolean') this.#refuse(node, type, field, key);
    } else if (node.kind === 'list') {
      this.#items(node, type.or === 'strings' ? string : { kind: 'object', type: type.schema }, field);
    } else {
      this.#untyped(node, key);
    }
    this.#lenient--;
  }

  #items(node: ListNode, item: FieldType, field: FieldDefinition): void {
    const { items } = node;
    for (let i = 0; i < items.length; i++) {
      const value = items[i];
      if (value === undefined) continue;
      this.#at.pushItem(i);
      this.#value(value, item, field, value);
      this.#at.pop();
    }
  }

  /** A null in a list or map: Go leaves the zero value, only a duration insists on text. */
  #nothing(node: Node, type: FieldType, field: FieldDefinition, key: Span): void {
    if (type.kind === 'scalar' && type.scalar === 'duration') this.#refuse(node, type, field, key);
  }

  /** What no Go type is waiting for. It still has to be JSON, and YAML's own check for duplicates sees it. */
  #untyped(node: Node, key: Span): void {
    if (node.kind === 'scalar') {
      if (isNoJson(node.value)) {
        const wanted = 'a number that JSON can hold';
        this.errors.push({ path: this.#at.path(), node, key, wanted, type: undefined, field: undefined });
      }
      return;
    }
    if (this.#at.depth >= deepest) return;
    if (node.kind === 'list') {
      node.items.forEach((item, index) => {
        this.#at.pushItem(index);
        this.#untyped(item, item);
        this.#at.pop();
      });
      return;
    }
    for (const entry of this.#entries(node, false)) {
      this.#at.pushField(entry.key);
      this.#untyped(entry.value, entry.keySpan);
      this.#at.pop();
    }
  }

  /** The entries that count; those that do not are reported. */
  #entries(object: MapNode, isMap: boolean): readonly MapEntry[] {
    const { entries } = object;
    if (!hasDuplicates(entries)) return entries;
    for (const { entry, first } of repeated(entries)) {
      if (isMap) this.#at.pushEntry(entry.key);
      else this.#at.pushField(entry.key);
      this.duplicates.push({ path: this.#at.path(), entry, object, first });
      this.#at.pop();
    }
    return lastEntries(entries);
  }

  #refuse(node: Node, type: FieldType, field: FieldDefinition, key: Span): void {
    this.errors.push({ path: this.#at.path(), node, key, wanted: describeType(type), type, field });
  }
}

/** Whether a leaf decodes into a type. Most do, and where nobody asked for them nothing more is to be done. */
function isFine({ value }: ScalarNode, type: FieldType): boolean {
  return value === null || (type.kind === 'scalar' && decodesAs(value, type.scalar) && !isNoJson(value));
}

/** `encoding/json` refuses to write the infinities and not-a-number, wherever they stand. */
function isNoJson(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** Go reads `[]byte` from a list of numbers as well. */
function isByte(node: Node): boolean {
  return node.kind === 'scalar' && (node.value === null || isWholeNumber(node.value, 8));
}
