import table from '../../data/authored/kustomize.json' with { type: 'json' };
import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import { fieldOfSchema } from '../crd/schema/fieldTypes.ts';
import { isKustomizationName } from '../kustomize/kustomizeFile.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { minor } from '../targets/version.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { chainOf, type Outline } from './outline.ts';

/**
 * The type of the document of a position if it is a kustomization or a component; undefined for any other.
 *
 * @param path the path of its file.
 */
export function kustomizationTypeAt(container: Outline, path: string): ApiType | undefined {
  const [root] = chainOf(container);
  const apiVersion = root?.entries.get('apiVersion') ?? '';
  const kind = root?.entries.get('kind') ?? '';
  const isKustomization =
    apiVersion === ''
      ? kind === '' && isKustomizationName(path)
      : parseGroupVersion(apiVersion)?.group === 'kustomize.config.k8s.io';
  return isKustomization || (isKustomizationName(path) && kinds.includes(kind))
    ? structType('Kustomization')
    : undefined;
}

const kinds: readonly string[] = ['Kustomization', 'Component'];
const structs: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries(table.kustomizations.types),
);
const types = new Map<string, ApiType>();
const deprecated: ReadonlySet<string> = new Set(table.deprecatedFields.map(({ field }) => field));

/** Values of the head, by which Kustomize distinguishes both: `api/types/kustomization.go`, FixKustomizationPostUnmarshalling. */
const headValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['apiVersion', ['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1']],
  ['kind', kinds],
]);

function structType(name: string): ApiType {
  return getOrInsertComputed(types, name, () => {
    const fields = new Map<string, ApiField>();
    // Types refer to themselves: the fields come after the type is known.
    const type: ApiType = { name: `kustomize.${name}`, fields };
    types.set(name, type);
    for (const [field, written] of Object.entries(structs.get(name) ?? {})) {
      const values = name === 'Kustomization' ? headValues.get(field) : undefined;
      fields.set(field, {
        ...fieldOfSchema(type.name, field, typeOf(written)),
        enum: values?.map((value) => ({ value, introduced: minor(8) })),
        deprecated: name === 'Kustomization' && deprecated.has(field),
      });
    }
    return type;
  });
}

/** A type in the notation of the table: `string`, a struct, `[a list]` or `{an object}`; anything if empty. */
function typeOf(written: string): FieldType {
  const inner = written.slice(1, -1);
  if (written.startsWith('[')) return { kind: 'list', item: typeOf(inner) };
  if (written.startsWith('{')) return { kind: 'map', value: typeOf(inner) };
  if (structs.has(written)) return { kind: 'object', type: structType(written) };
  if (written === 'string') return { kind: 'scalar', scalar: 'string' };
  if (written === 'bool') return { kind: 'scalar', scalar: 'boolean' };
  return { kind: 'scalar', scalar: written === 'int' ? 'int64' : 'any' };
}
