import schema from '../../../../schemas/config.schema.json' with { type: 'json' };

type Properties = Readonly<Record<string, object>>;

/** The keys at each place of a configuration, as its JSON schema describes them. */
export const schemaKeys = {
  top: schema.properties,
  fileRule: schema.properties.files.items.properties,
  deprecation: schema.properties.deprecations.items.properties,
  helm: schema.definitions.helm.properties,
  target: schema.definitions.target.properties,
  crds: schema.definitions.target.properties.crds.properties,
  crdSet: schema.definitions.target.properties.crds.properties['gateway-api'].properties,
} as const satisfies Readonly<Record<string, Properties>>;

/** The schema's description of a key, or of its referenced definition; undefined if there is none. */
export function schemaText(key: string, properties: Properties): string | undefined {
  const found = Object.hasOwn(properties, key) ? properties[key] : undefined;
  if (found === undefined) return undefined;
  return descriptionOf(found) ?? descriptionOf(referred(found));
}

function referred(property: object): object | undefined {
  const reference = '$ref' in property ? property.$ref : undefined;
  const name = typeof reference === 'string' ? reference.replace('#/definitions/', '') : '';
  return Object.entries(schema.definitions).find(([key]) => key === name)?.[1];
}

function descriptionOf(property: object | undefined): string | undefined {
  if (property === undefined || !('description' in property)) return undefined;
  return typeof property.description === 'string' ? property.description : undefined;
}
