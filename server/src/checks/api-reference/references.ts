import table from '../../../data/authored/references.json' with { type: 'json' };

/** A struct or a place in a file that names another API. */
export interface Reference {
  /**
   * How it names: by apiVersion and kind, by group and kind, by group and resource, by lists of groups and resources,
   * or, as a `selection`, by any of group, version and kind that are there.
   */
  readonly form: string;
  /** The field of the group, for the forms `group` and `resource`. */
  readonly group?: string;
  /** Whether whoever follows the reference depends on its version: `used` or `ignored`. */
  readonly version?: string;
  /** What a selection without a group means: `core` or `any`; any where it is not said. */
  readonly absentGroup?: string;
  /** What happens where the target does not serve what is named. */
  readonly effect: string;
  /** What the author must look at when the name changes; undefined where the meaning is sure to stay. */
  readonly left?: string;
  /** The file of k8s.io/kubernetes, or the page, that says so. */
  readonly source: string;
}

interface StructReference extends Reference {
  readonly type: string;
  readonly in?: readonly string[];
}

/** A reference at a path of a file or of a custom resource, whose schema is not ours. */
export interface PlacedReference extends Reference {
  /** The path, as `mapsAt` reads it. */
  readonly path: string;
}

/** References that several kinds or files hold at the same paths, with one effect. */
interface ReferenceGroup extends Reference {
  /** Kinds and groups of custom resources, `ScaledObject.keda.sh`, or what a file is to its tool. */
  readonly of: readonly string[];
  readonly paths: readonly string[];
}

/** A ConfigMap whose keys name APIs. */
export interface SettingsReference {
  readonly name: string;
  /** What stands in front of `group_kind` in a key. */
  readonly keyPrefixes: readonly string[];
  /** Keys whose values are the text of a map from `group/kind`, and of a list of selections. */
  readonly maps: readonly string[];
  readonly lists: readonly string[];
  readonly effect: string;
  readonly left: string;
  readonly source: string;
}

/** Structs with the patterns of their types taken apart: every type of a schema is asked about. */
const structs: readonly { readonly reference: StructReference; readonly pattern: readonly string[] }[] =
  table.objects.map((reference) => ({ reference, pattern: reference.type.split('*') }));
const none: readonly PlacedReference[] = [];
const customs = byHolder(table.customResources);
const kustomize = byHolder(table.kustomize);

/** ConfigMaps of other tools whose keys name APIs. */
export const settings: readonly SettingsReference[] = table.settings;

/** The references that a struct can be, with the fields that limit each; none for most structs. */
export function referencesOf(type: string): readonly StructReference[] {
  return structs.flatMap(({ reference, pattern }) => (matches(pattern, type) ? [reference] : []));
}

/** The references of a custom resource, by its group and kind; some groups hold the same in all their kinds. */
export function customReferences(group: string, kind: string): readonly PlacedReference[] {
  const own = customs.get(`${kind}.${group}`) ?? none;
  const ofAll = customs.get(`*.${group}`);
  return ofAll === undefined ? own : [...own, ...ofAll];
}

/** The references of a file of Kustomize, by what it is. */
export function kustomizeReferences(file: string): readonly PlacedReference[] {
  return kustomize.get(file) ?? [];
}

/** References by what holds them. */
function byHolder(groups: readonly ReferenceGroup[]): ReadonlyMap<string, readonly PlacedReference[]> {
  const all = new Map<string, PlacedReference[]>();
  for (const { of, paths, ...reference } of groups) {
    for (const holder of of) {
      const known = all.get(holder) ?? [];
      known.push(...paths.map((path) => ({ ...reference, path })));
      all.set(holder, known);
    }
  }
  return all;
}

/** Whether a type has the short name, which is given in two parts where its version may be anything. */
function matches([before = '', after]: readonly string[], type: string): boolean {
  if (after === undefined) return before === type;
  return type.startsWith(before) && type.endsWith(after) && !type.slice(before.length, -after.length).includes('.');
}
