import table from '../../../data/authored/references.json' with { type: 'json' };

/** A struct or a place in a custom resource that names another API. */
export interface Reference {
  /** How it names: by apiVersion and kind, by group and kind, by group and resource, or by lists of groups and resources. */
  readonly form: string;
  /** The field of the group, for the forms `group` and `resource`. */
  readonly group?: string;
  /** Whether whoever follows the reference goes by its version: `used` or `ignored`. */
  readonly version?: string;
  /** What happens where the target does not serve what is named. */
  readonly effect: string;
  /** What the author has to look at when the name changes; undefined where the meaning is sure to stay. */
  readonly left?: string;
  /** The file of k8s.io/kubernetes, or the page, that says so. */
  readonly source: string;
}

interface StructReference extends Reference {
  readonly type: string;
  readonly in?: readonly string[];
}

/** A reference at a path of a custom resource, whose schema is not ours. */
export interface CustomReference extends Reference {
  /** The kind and group of the custom resource: `ScaledObject.keda.sh`. */
  readonly of: string;
  readonly path: string;
}

const structs: readonly StructReference[] = table.objects;
const customs: readonly CustomReference[] = table.customResources;

/** The references that a struct can be, with the fields that limit each; none for most structs. */
export function referencesOf(type: string): readonly StructReference[] {
  return structs.filter((reference) => matches(reference.type, type));
}

/** The references of a custom resource, by its group and kind. */
export function customReferences(group: string, kind: string): readonly CustomReference[] {
  return customs.filter(({ of }) => of === `${kind}.${group}`);
}

/** Whether a type has the short name; its version may be `*`. */
function matches(pattern: string, type: string): boolean {
  if (!pattern.includes('*')) return pattern === type;
  const [before = '', after = ''] = pattern.split('*');
  return type.startsWith(before) && type.endsWith(after) && !type.slice(before.length, -after.length).includes('.');
}
