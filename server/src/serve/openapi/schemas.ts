import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import type { FieldTexts } from '../../catalog/fieldTexts.ts';
import type { ApiField, ApiType, FieldType, ScalarType } from '../../catalog/types.ts';
import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { retainsKeys, strategyOf } from '../../patches/patchStrategy.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';

/* Source: k8s.io/kube-openapi; compared with the documents of kube-apiserver 1.37. */

const packages: ReadonlyMap<string, string> = new Map([
  ['meta', 'io.k8s.apimachinery.pkg.apis.meta'],
  ['apiextensions', 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions'],
  ['apiregistration', 'io.k8s.kube-aggregator.pkg.apis.apiregistration'],
]);

/** The name of a type's schema: `io.k8s.api.apps.v1.Deployment`. */
export function schemaName({ name }: ApiType): string {
  const [group = '', ...rest] = name.split('.');
  return [packages.get(group) ?? `io.k8s.api.${group}`, ...rest].join('.');
}

/** How documents of one version of OpenAPI are written. */
export interface SchemaStyle {
  /** Where schemas are: `#/components/schemas/`. */
  readonly prefix: string;
  /** Whether a reference may not have siblings, so that it is wrapped. */
  readonly wrapsReferences: boolean;
  /** Kubernetes' descriptions, if the build has them. */
  readonly texts: FieldTexts | undefined;
}

/** Collects the schemas that others refer to. */
export class Schemas {
  readonly #style: SchemaStyle;
  readonly #schemas = new Map<string, ValueMap>();
  readonly #kinds = new Map<string, GroupVersionKind[]>();

  constructor(style: SchemaStyle) {
    this.#style = style;
  }

  /** All collected schemas, by name. */
  get all(): ValueMap {
    const sorted = [...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(
      sorted.map(([name, schema]) => {
        const kinds = this.#kinds.get(name);
        return [name, kinds === undefined ? schema : { ...schema, [kindKey]: kinds.map(kindOf) }];
      }),
    );
  }

  /** Adds a schema that has no type. */
  add(name: string, schema: ValueMap): ValueMap {
    if (!this.#schemas.has(name)) this.#schemas.set(name, schema);
    return { $ref: `${this.#style.prefix}${name}` };
  }

  /** A reference to the schema of a kind. */
  ofKind(type: ApiType, gvk: GroupVersionKind, name = schemaName(type)): ValueMap {
    const kinds = this.#kinds.get(name) ?? [];
    if (
      !kinds.some(({ kind, version, group }) => kind === gvk.kind && version === gvk.version && group === gvk.group)
    ) {
      this.#kinds.set(name, [...kinds, gvk]);
    }
    return this.ofType(type, name);
  }

  /** A reference to the schema of a type. */
  ofType(type: ApiType, name = schemaName(type)): ValueMap {
    if (!this.#schemas.has(name)) {
      this.#schemas.set(name, {});
      this.#schemas.set(name, this.#object(type));
    }
    return { $ref: `${this.#style.prefix}${name}` };
  }

  #object(type: ApiType): ValueMap {
    const fields = [...type.fields.values()];
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const properties = fields.map((field) => [field.name, this.#property(type, field)] as const);
    return {
      ...described(this.#style.texts?.ofType({ kind: 'object', type })),
      type: 'object',
      ...(required.length === 0 ? {} : { required: required.sort() }),
      ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    };
  }

  #property(owner: ApiType, field: ApiField): ValueMap {
    const strategy = strategyOf(field);
    const strategies = [...(strategy === undefined ? [] : ['merge']), ...(retainsKeys(field) ? ['retainKeys'] : [])];
    const patching: ValueMap = {
      ...(strategies.length === 0 ? {} : { 'x-kubernetes-patch-strategy': strategies.join(',') }),
      ...(strategy === undefined || strategy === 'set' ? {} : { 'x-kubernetes-patch-merge-key': strategy.key }),
    };
    const list: ValueMap =
      field.listType === undefined
        ? {}
        : {
            'x-kubernetes-list-type': field.listType,
            ...(field.listType === 'map' ? { 'x-kubernetes-list-map-keys': field.listMapKeys } : {}),
          };
    const values = field.enum?.map(({ value }) => value);
    return {
      ...described(this.#style.texts?.ofField(owner, field)),
      ...this.#withEnum(this.#wrapped(this.#value(field.type, `${field.owner}.${field.name}`)), values),
      ...list,
      ...patching,
    };
  }

  /** The values of a list or a map are those of its items. */
  #withEnum(schema: ValueMap, values: readonly string[] | undefined): ValueMap {
    if (values === undefined) return schema;
    const { items, additionalProperties } = schema;
    if (isValueMap(items)) return { ...schema, items: { ...items, enum: values } };
    if (!isValueMap(additionalProperties)) return { ...schema, enum: values };
    return { ...schema, additionalProperties: { ...additionalProperties, enum: values } };
  }

  #wrapped(schema: ValueMap): ValueMap {
    return this.#style.wrapsReferences && schema['$ref'] !== undefined ? { allOf: [schema] } : schema;
  }

  /** @param field the field that has the value, or holds it: `apps.v1.ControllerRevision.data`. */
  #value(type: FieldType, field: string): ValueMap {
    const named = type.kind === 'list' || type.kind === 'map' ? undefined : namedFields.get(field);
    if (named !== undefined) return this.add(named.name, named.type === undefined ? {} : { type: named.type });
    switch (type.kind) {
      case 'object':
        return type.type.name.includes('.') ? this.ofType(type.type) : this.#object(type.type);
      case 'list':
        return { type: 'array', items: this.#value(type.item, field) };
      case 'map':
        return { type: 'object', additionalProperties: this.#value(type.value, field) };
      case 'schema-or':
        return this.ofType(type.schema);
      case 'scalar':
        return this.#scalar(type.scalar);
    }
  }

  #scalar(scalar: ScalarType): ValueMap {
    const named = namedScalars.get(scalar);
    if (named === undefined) return plainScalars[scalar];
    const either: readonly Value[] = named.types.map((type) => ({ type }));
    const { types, format } = named;
    const formatted = format === undefined ? {} : { format };
    const one = types.length === 1 || !this.#style.wrapsReferences;
    return this.add(named.name, { ...(one ? { type: types[0] ?? 'string' } : { oneOf: either }), ...formatted });
  }
}

interface NamedSchema {
  readonly name: string;
  readonly type?: string;
  readonly of: readonly string[];
}

const namedSchemas: readonly NamedSchema[] = table.schemaNames;

/** The schemas of fields whose Go types decode themselves, by the field. */
const namedFields: ReadonlyMap<string, NamedSchema> = new Map(
  namedSchemas.flatMap((schema) => schema.of.map((field) => [field, schema] as const)),
);

const kindKey = 'x-kubernetes-group-version-kind';

function kindOf({ group, kind, version }: GroupVersionKind): ValueMap {
  return { group, kind, version };
}

function described(description: string | undefined): ValueMap {
  return description === undefined ? {} : { description };
}

const plainScalars: Readonly<Record<ScalarType, ValueMap>> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  double: { type: 'number', format: 'double' },
  quantity: { type: 'string' },
  duration: { type: 'string' },
  'int-or-string': { type: 'string', format: 'int-or-string' },
  bytes: { type: 'string', format: 'byte' },
  'date-time': { type: 'string', format: 'date-time' },
  'micro-time': { type: 'string', format: 'date-time' },
  raw: { type: 'object' },
  any: {},
};

/** Scalars with separate schemas. */
const namedScalars: ReadonlyMap<
  ScalarType,
  { readonly name: string; readonly types: readonly string[]; readonly format?: string }
> = new Map([
  ['quantity', { name: 'io.k8s.apimachinery.pkg.api.resource.Quantity', types: ['string', 'number'] }],
  [
    'int-or-string',
    { name: 'io.k8s.apimachinery.pkg.util.intstr.IntOrString', types: ['string', 'integer'], format: 'int-or-string' },
  ],
  ['date-time', { name: 'io.k8s.apimachinery.pkg.apis.meta.v1.Time', types: ['string'], format: 'date-time' }],
  ['micro-time', { name: 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', types: ['string'], format: 'date-time' }],
]);
