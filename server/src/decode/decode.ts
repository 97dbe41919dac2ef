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
 * fields and in raw objects too. Only these and numbers that JSON cannot represent are refused there.
 */
export function decode(root: MapNode, type: ApiType, wanted: OccurrenceFilter): Decoded {
  return new Walk(wanted, root, type);
}

const maxDepth = 1_000;

class Walk implements Decoded {
  readonly errors: DecodeError[] = [];
  readonly unknown: UnknownField[] = [];
  readonly unnoticed: UnknownField[] = [];
  readonly duplicates: DuplicateKey[] = [];
  readonly fields: FieldOccurrence[] = [];
  readonly objects: ObjectOccurrence[] = [];
  readonly #path = new PathStack();
  /** The number of enclosing types that decode without strictness. */
  #lenient = 0;

  constructor(wanted: OccurrenceFilter, root: MapNode, type: ApiType) {
    this.#struct(root, Shapes.for(wanted).struct(type), root);
  }

  #struct(node: MapNode, struct: StructShape, key: Span): void {
    if (this.#path.depth >= maxDepth) return;
    const { type, isWanted } = struct;
    if (isWanted) this.objects.push({ type, object: node, path: this.#path.current(), key });
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
      } else if (value.value !== null && (field.isWanted || !isDecodable(value.value, field.scalar))) {
        // Most leaves decode and are not requested: they need no path.
        this.#field(entry, field);
      }
    }
  }

  #unknown(entry: MapEntry, object: MapNode, owner: ApiType): void {
    this.#path.pushField(entry.key);
    const fields = this.#lenient === 0 ? this.unknown : this.unnoticed;
    fields.push({ path: this.#path.current(), entry, object, owner });
    this.#untyped(entry.value, entry.keySpan);
    this.#path.pop();
  }

  #field({ key: name, value, keySpan }: MapEntry, { field, shape, isWanted }: FieldShape): void {
    this.#path.pushField(name);
    if (isWanted) this.fields.push({ field, value, path: this.#path.current(), key: keySpan });
    this.#value(value, shape, field, keySpan);
    this.#path.pop();
  }

  #value(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    const { kind } = shape;
    if (node.kind === 'scalar' && node.value === null) {
      this.#null(node, shape, field, key);
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
      if (!isDecodable(node.value, scalar)) this.#refuse(node, shape, field, key);
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
      if (value === undefined || (value.kind === 'scalar' && isDecodable(value.value, item.scalar))) continue;
      this.#path.pushItem(i);
      this.#value(value, item, field, value);
      this.#path.pop();
    }
  }

  #values(node: MapNode, inner: PreparedType, field: ApiField): void {
    const entries = this.#entries(node, true);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry === undefined) continue;
      const { key, keySpan, value } = entry;
      if (value.kind === 'scalar' && isDecodable(value.value, inner.scalar)) continue;
      this.#path.pushEntry(key);
      this.#value(value, inner, field, keySpan);
      this.#path.pop();
    }
  }

  /** A null in a list or map: Go leaves the zero value; only a duration requires text. */
  #null(node: Node, shape: PreparedType, field: ApiField, key: Span): void {
    if (shape.scalar === 'duration') this.#refuse(node, shape, field, key);
  }

  /** A value without a Go type. It must be representable in JSON, and duplicate keys are refused. */
  #untyped(node: Node, key: Span): void {
    if (node.kind === 'scalar') {
      if (isNotJson(node.value)) {
        const wanted = 'a number that JSON can hold';
        this.errors.push({ path: this.#path.current(), node, key, wanted, type: undefined, field: undefined });
      }
      return;
    }
    if (this.#path.depth >= maxDepth) return;
    if (node.kind === 'list') {
      node.items.forEach((item, index) => {
        this.#path.pushItem(index);
        this.#untyped(item, item);
        this.#path.pop();
      });
      return;
    }
    for (const entry of this.#entries(node, false)) {
      this.#path.pushField(entry.key);
      this.#untyped(entry.value, entry.keySpan);
      this.#path.pop();
    }
  }

  /** The effective entries; repeated ones are reported. */
  #entries(object: MapNode, isMap: boolean): readonly MapEntry[] {
    const { entries } = object;
    if (!hasDuplicates(entries)) return entries;
    for (const { entry, first } of repeated(entries)) {
      if (isMap) this.#path.pushEntry(entry.key);
      else this.#path.pushField(entry.key);
      this.duplicates.push({ path: this.#path.current(), entry, object, first });
      this.#path.pop();
    }
    return lastEntries(entries);
  }

  #refuse(node: Node, { type }: PreparedType, field: ApiField, key: Span): void {
    this.errors.push({ path: this.#path.current(), node, key, wanted: describeType(type), type, field });
  }
}

/** Whether a non-null value decodes into a leaf of this type. Scalars do not decode into other types. */
function isDecodable(value: ScalarValue, scalar: ScalarType | undefined): boolean {
  // Fast path: most leaves are strings.
  if (scalar === 'string' && typeof value === 'string') return true;
  return scalar !== undefined && decodesAs(value, scalar) && !isNotJson(value);
}

/** `encoding/json` cannot write infinities and not-a-number anywhere. */
function isNotJson(value: unknown): boolean {
  return typeof value === 'number' && !Number.isFinite(value);
}

/** Whether a node decodes as an item of `[]byte`, which Go also reads from a list of numbers. */
function isByte(node: Node): boolean {
  return node.kind === 'scalar' && (node.value === null || isWholeNumber(node.value, 8));
}
