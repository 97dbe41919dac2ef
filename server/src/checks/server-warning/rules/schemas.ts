import type { EffectiveVersions } from '../../../catalog/surface.ts';
import { knownSchema } from '../../../crd/schema/readSchema.ts';
import { trait } from '../../../crd/schema/traits.ts';
import type { WrittenSchema } from '../../../crd/schema/writtenSchema.ts';
import { PathStack } from '../../../decode/pathStack.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../../../manifest/node.ts';
import { Value } from '../../value.ts';
import { schemaFormatsAt, sendsWarning } from '../facts.ts';
import { type EmitWarning, quoted, type WarningRule } from '../rule.ts';

/** Nested so deep, no schema is a schema that a person wrote. */
const deepest = 400;

/** Schemas of CustomResourceDefinitions: unknown formats, and sets of unsupported items. */
export const schemaRules: readonly WarningRule[] = [
  {
    source: 'staging/src/k8s.io/apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go',
    kinds: ['apiextensions.k8s.io/CustomResourceDefinition'],
    run(root, warn, { versions }) {
      if (!sendsWarning(versions.binary, 'schemaFormats')) return;
      const walk = new SchemaWalk(warn, versions);
      const spec = root.at('spec');
      walk.root(spec.at('validation').at('openAPIV3Schema').node, ['spec', 'validation', 'openAPIV3Schema']);
      spec.at('versions').items.forEach((version, index) => {
        walk.root(version.at('schema').at('openAPIV3Schema').node, [
          'spec',
          'versions',
          index,
          'schema',
          'openAPIV3Schema',
        ]);
      });
    },
  },
];

/** The traits of a schema, or of one below it, that can cause warnings, or that mark schemas in unexpected places. */
const suspicious = trait.format | trait.listType | trait.unstructural;

/** Whether nothing below a node can cause warnings, by its traits. */
function isPlain(node: Node, written: WrittenSchema | undefined): boolean {
  return written !== undefined && written.node === node && (written.traits & suspicious) === 0;
}

/**
 * Walks a schema like `SchemaHas` in apiextensions. Schemas are large: the walk allocates nothing, and with known
 * traits it visits only what can cause warnings.
 */
class SchemaWalk {
  readonly #warn: EmitWarning;
  readonly #versions: EffectiveVersions;
  readonly #formats: ReadonlySet<string>;
  readonly #at = new PathStack();

  constructor(warn: EmitWarning, versions: EffectiveVersions) {
    this.#warn = warn;
    this.#versions = versions;
    this.#formats = schemaFormatsAt(versions.minCompatibility);
  }

  root(schema: Node | undefined, path: readonly (string | number)[]): void {
    for (const step of path) {
      if (typeof step === 'number') this.#at.pushItem(step);
      else this.#at.pushField(step);
    }
    this.#schema(schema, knownSchema(schema));
    for (const _ of path) this.#at.pop();
  }

  #schema(schema: Node | undefined, written: WrittenSchema | undefined): void {
    if (schema?.kind !== 'map' || this.#at.depth > deepest || isPlain(schema, written)) return;
    for (const { key, value } of schema.entries) {
      switch (key) {
        case 'format':
          this.#format(schema);
          break;
        case 'x-kubernetes-list-type':
          this.#set(schema);
          break;
        case 'not':
        case 'additionalProperties':
        case 'additionalItems':
        case 'items':
        case 'allOf':
        case 'anyOf':
        case 'oneOf':
          this.#at.pushField(key);
          if (value.kind === 'list') this.#list(value.items);
          else this.#schema(value, key === 'items' ? written?.items : undefined);
          this.#at.pop();
          break;
        case 'properties':
        case 'patternProperties':
        case 'definitions':
        case 'dependencies':
          this.#at.pushField(key);
          if (value.kind === 'map') this.#map(value, key === 'properties' ? written?.properties : undefined);
          this.#at.pop();
      }
    }
  }

  #list(items: readonly Node[]): void {
    items.forEach((item, index) => {
      this.#at.pushItem(index);
      this.#schema(item, undefined);
      this.#at.pop();
    });
  }

  #map(schemas: MapNode, written: ReadonlyMap<string, WrittenSchema> | undefined): void {
    for (const { key, value } of schemas.entries) {
      const inner = written?.get(key);
      if (isPlain(value, inner)) continue;
      this.#at.pushEntry(key);
      this.#schema(value, inner);
      this.#at.pop();
    }
  }

  /** `GetUnrecognizedFormats`: formats are for strings, whole numbers and numbers. */
  #format(schema: MapNode): void {
    const format = stringFor(schema, 'format') ?? '';
    const type = stringFor(schema, 'type') ?? '';
    if (format === '' || isKnown(format, type, this.#formats)) return;
    if (type !== 'string' && !sendsWarning(this.#versions.binary, 'schemaFormatsOfEveryType')) return;
    const remedy = 'It does not validate values: use a format that Kubernetes knows, or a pattern.';
    this.#warn(this.#field(schema, 'format'), `unrecognized format ${quoted(format)}`, remedy);
  }

  #set(schema: MapNode): void {
    if (!sendsWarning(this.#versions.binary, 'schemaSets') || stringFor(schema, 'x-kubernetes-list-type') !== 'set')
      return;
    const items = mapFor(schema, 'items');
    const type = items === undefined ? undefined : stringFor(items, 'type');
    if (type !== 'object' && type !== 'array') return;
    const message = `x-kubernetes-list-type: set for items of type ${quoted(type)} is not supported by server-side apply or CEL validation rules`;
    const remedy = 'Use x-kubernetes-list-type: map with its keys, or atomic.';
    this.#warn(this.#field(schema, 'x-kubernetes-list-type'), message, remedy);
  }

  #field(schema: MapNode, name: string): Value {
    const entry = entryFor(schema, name);
    this.#at.pushField(name);
    const cursor = Value.untyped(entry?.value, this.#at.current(), entry?.keySpan ?? schema);
    this.#at.pop();
    return cursor;
  }
}

function isKnown(format: string, type: string, known: ReadonlySet<string>): boolean {
  if (type === '' || type === 'string') return known.has(format.replaceAll('-', ''));
  if (type === 'integer') return format === 'int32' || format === 'int64';
  return type === 'number' && (format === 'float' || format === 'double');
}
