import table from '../../../data/authored/references.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { MapNode } from '../../manifest/node.ts';
import type { FieldPath } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';

/** A struct or a place in a file that names another API. */
export interface Reference {
  /**
   * How the API is named: by apiVersion and kind, by group and kind, by group and resource, by lists of groups and
   * resources, or, as a `selection`, by any of group, version and kind that are present.
   */
  readonly form: string;
  /** The field of the group, for the forms `group` and `resource`. */
  readonly group?: string;
  /** Whether the reader of the reference uses its version: `used` or `ignored`. */
  readonly version?: string;
  /** The meaning of a selection without a group: `core` or `any`; default any. */
  readonly absentGroup?: string;
  /** The consequence if the target does not serve the named API. */
  readonly effect: string;
  /** What the author must check when the name changes; undefined if the meaning certainly stays. */
  readonly left?: string;
  /** The deciding file of k8s.io/kubernetes, or page. */
  readonly source: string;
}

/** Judges a reference in an object. */
export type JudgeReference = (
  object: MapNode,
  path: FieldPath,
  reference: Reference,
  surface: ApiSurface,
  emit: Emit,
) => void;

interface StructReference extends Reference {
  readonly type: string;
  readonly in?: readonly string[];
}

/** A reference at a path of a file or of a custom resource, whose schema is not ours. */
export interface ReferenceAtPath extends Reference {
  /** The path, as `mapsAt` reads it. */
  readonly path: string;
}

/** References that several kinds or files hold at the same paths, with one effect. */
interface ReferenceGroup extends Reference {
  /** Kinds and groups of custom resources, `ScaledObject.keda.sh`, or a file type of a tool. */
  readonly of: readonly string[];
  readonly paths: readonly string[];
}

/** A ConfigMap whose keys name APIs. */
export interface SettingsReference {
  readonly name: string;
  /** The prefixes of `group_kind` in a key. */
  readonly keyPrefixes: readonly string[];
  /** Keys whose values are the text of a map from `group/kind`, and of a list of selections. */
  readonly maps: readonly string[];
  readonly lists: readonly string[];
  readonly effect: string;
  readonly left: string;
  readonly source: string;
}

/** Structs with parsed type patterns, since every type of a schema is matched. */
const structs: readonly { readonly reference: StructReference; readonly pattern: readonly string[] }[] =
  table.objects.map((reference) => ({ reference, pattern: reference.type.split('*') }));
const none: readonly ReferenceAtPath[] = [];
const customs = byHolder(table.customResources);
const kustomize = byHolder(table.kustomize);

/** ConfigMaps of other tools whose keys name APIs. */
export const settings: readonly SettingsReference[] = table.settings;

/** The references that a struct can be, with the fields that limit each; none for most structs. */
export function referencesOf(type: string): readonly StructReference[] {
  return structs.flatMap(({ reference, pattern }) => (matches(pattern, type) ? [reference] : []));
}

/** The references of a custom resource, by its group and kind; some groups hold the same in all their kinds. */
export function customReferences(group: string, kind: string): readonly ReferenceAtPath[] {
  const customReferences = customs.get(`${kind}.${group}`) ?? none;
  const ofAll = customs.get(`*.${group}`);
  return ofAll === undefined ? customReferences : [...customReferences, ...ofAll];
}

/** The references in a Kustomize file, by file type. */
export function kustomizeReferences(file: string): readonly ReferenceAtPath[] {
  return kustomize.get(file) ?? [];
}

/** References by holder. */
function byHolder(groups: readonly ReferenceGroup[]): ReadonlyMap<string, readonly ReferenceAtPath[]> {
  const all = new Map<string, ReferenceAtPath[]>();
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
