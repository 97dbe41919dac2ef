import type { ApiField, ApiType, ScalarType } from '../catalog/types.ts';
import { isWholeNumber } from '../formats/wholeNumber.ts';
import type { ListNode, MapEntry, MapNode, Node, ScalarValue } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';
import type {
  Decoded,
  DecodeError,
  DuplicateKey,
  FieldOccurrence,
  ObjectOccurrence,
  OccurrenceFilter,
  UnknownField,
} from './decoded.ts';
import { describeType } from './describeType.ts';
import { hasDuplicates, lastEntries, repeated } from './duplicates.ts';
import { PathStack } from './pathStack.ts';
import { decodesAs } from './scalar.ts';
import { type FieldShape, type PreparedType, Shapes, type StructShape } from './shape.ts';

/**
 * Decodes a resource like the API server with strict field validation: the YAML is converted to JSON, and
 * `sigs.k8s.io/json` reads it into the Go struct of the binary, case-sensitively. One walk finds the refusals and
 * collects what the checks requested. Of duplicate keys only the last value is decoded; `null` decodes into anything
 * and sets nothing. Never throws; levels deeper than a thousand are ignored.
 *
 * Duplicates are found by the YAML reader (`yaml.YAMLToJSONStrict` over the whole text), so they count below unknown
 * fields and in raw objects too. Nothing else is refused there.
 */
export function decode(root: MapNode, type: ApiType, wanted: OccurrenceFilter): Decoded {
  return new Walk(wanted, root, type);
}

const deepest = 1_000;

class Walk implements Decoded {
  readonly errors: DecodeError[] = [];
  readonly unknown: UnknownField[] = [];
  readonly unnoticed: UnknownField[] = [];
  readonly duplicates: DuplicateKey[] = [];
  readonly fields: FieldOccurrence[] = [];
  readonly objects: ObjectOccurrence[] = [];
  readonly #at = new PathStack();
  /** The number of enclosing types that decode without strictness. */
  #lenient = 0;

  constructor(wanted: OccurrenceFilter, root: MapNode, type: ApiType) {
    this.#struct(root, Shapes.for(wanted).struct(type), root);
  }

  #struct(node: MapNode, struct: StructShape, key: Span): void {
    if (this.#at.depth >= deepest) return;
    const { type, isWanted } = struct;
    if (isWanted) this.objects.push({ type, object: node, path: this.#at.path(), key });
    const entries = this.#entries(node, false);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const { key: name, value } = entry;
      const field = struct.field(name);
      if (field === undefined) {
        this.#unknown(entry, node, type);
      } else if (value.kind !== 'scalar') {
        this.#field(entry, field);
      } else if (value.value !== null && (field.isWanted || !isFine(value.value, field.scalar))) {
        // Most leaves decode and are not requested: no path is kept for them.
        this.#field(entry, field);
      }
    }
  }

  #unknown(entry: MapEntry, object: MapNode, owner: ApiType): void {
    this.#at.pushField(entry.key);
    const fields = this.#lenient === 0 ? this.unknown : this.unnoticed;
    fields.push({ path: this.#at.path(), entry, object, owner });
    this.#untyped(entry.value, entry.keySpan);
    this.#at.pop();
  }

  #field({ key: name, value, keySpan }: MapEntry, { field, shape, isWanted }: FieldShape): void {
    this.#at.pushField(name);
    if (isWanted) this.fields.push({ field, value, path: this.#at.path(), key: keySpan });
    this.#value(value, shape, field, keySpan);
    this.#at.pop();
  }

  #value(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    const { kind } = shape;
    if (node.kind === 'scalar' && node.value === null) {
      this.#nothing(node, shape, field, key);
    } else if (kind === 'object') {
      if (node.kind === 'map' && shape.struct !== undefined) this.#struct(node, shape.struct, key);
      else this.#refuse(node, shape, field, key);
    } else if (kind === 'list') {
      if (node.kind === 'list' && shape.inner !== undefined) this.#items(node, shape.inner, field);
      else this.#refuse(node, shape, field, key);
    } else if (kind === 'map') {
      if (node.kind === 'map' && shape.inner !== undefined) this.#values(node, shape.inner, field);
      else this.#refuse(node, shape, field, key);
    } else if (kind === 'schema-or') {
      this.#schemaOr(node, shape, field, key);
    } else {
      this.#leaf(node, shape, field, key);
    }
  }

  #leaf(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    const { scalar } = shape;
    if (node.kind === 'scalar') {
      if (!isFine(node.value, scalar)) this.#refuse(node, shape, field, key);
    } else if (scalar === 'raw' || scalar === 'any') {
      this.#untyped(node, key);
    } else if (scalar !== 'bytes' || node.kind !== 'list' || !node.items.every(isByte)) {
      this.#refuse(node, shape, field, key);
    }
  }

  /** A JSON schema or its alternative: these Go types decode themselves, without strictness. */
  #schemaOr(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    this.#lenient++;
    if (node.kind === 'map') {
      if (shape.struct !== undefined) this.#struct(node, shape.struct, key);
    } else if (shape.or === 'boolean') {
      if (node.kind !== 'scalar' || typeof node.value !== 'boolean') this.#refuse(node, shape, field, key);
    } else if (node.kind === 'list') {
      if (shape.inner !== undefined) this.#items(node, shape.inner, field);
    } else {
      this.#untyped(node, key);
    }
    this.#lenient--;
  }

  #items(node: ListNode, item: PreparedType, field: ApiField): void {
    const { items } = node;
    for (let i = 0; i < items.length; i++) {
      const value = items[i];
      if (value === undefined || (value.kind === 'scalar' && isFine(value.value, item.scalar))) continue;
      this.#at.pushItem(i);
      this.#value(value, item, field, value);
      this.#at.pop();
    }
  }

  #values(node: MapNode, inner: PreparedType, field: ApiField): void {
    const entries = this.#entries(node, true);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const { key, keySpan, value } = entry;
      if (value.kind === 'scalar' && isFine(value.value, inner.scalar)) continue;
      this.#at.pushEntry(key);
      this.#value(value, inner, field, keySpan);
      this.#at.pop();
    }
  }

  /** A null in a list or map: Go leaves the zero value; only a duration requires text. */
  #nothing(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    if (shape.scalar === 'duration') this.#refuse(node, shape, field, key);
  }

  /** A value without a Go type. It must be valid JSON, and YAML's duplicate check applies. */
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

  /** The effective entries; the others are reported. */
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

  #refuse(node: Node, { type }: PreparedType, field: ApiField, key: Span): void {
    this.errors.push({ path: this.#at.path(), node, key, wanted: describeType(type), type, field });
  }
}

/** Whether a non-null value decodes into a leaf of this type. Scalars do not decode into other types. */
function isFine(value: ScalarValue, scalar: ScalarType | undefined): boolean {
  // Fast path: most leaves are strings.
  if (scalar === 'string' && typeof value === 'string') return true;
  return scalar !== undefined && decodesAs(value, scalar) && !isNoJson(value);
}

/** `encoding/json` cannot write infinities and not-a-number anywhere. */
function isNoJson(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** Go also reads `[]byte` from a list of numbers. */
function isByte(node: Node): boolean {
  return node.kind === 'scalar' && (node.value === null || isWholeNumber(node.value, 8));
}
