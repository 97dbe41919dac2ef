import type { TypeDefinition } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import { type MapNode, valueFor } from '../manifest/node.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';

/** What keeps a resource from being of a type, by path. */
export interface Misfits {
  readonly unknown: readonly string[];
  readonly undecodable: readonly string[];
  readonly missing: readonly string[];
}

/** Fields that a type lacks, values that do not decode into it, and required fields that are absent. */
export function misfits(root: MapNode, type: TypeDefinition): Misfits {
  const decoded = decode(root, type, demanding);
  return {
    unknown: decoded.unknown.map(({ path }) => formatPath(path)),
    undecodable: decoded.errors.map(({ path }) => formatPath(path)),
    missing: decoded.objects.flatMap(({ type: owner, object, path }) =>
      requiredFields(owner)
        .filter((name) => valueFor(object, name) === undefined)
        .map((name) => formatPath(fieldOf(path, name))),
    ),
  };
}

const demanding = { field: () => false, object: (type: TypeDefinition) => requiredFields(type).length > 0 };

/** The names of the fields that a type requires, found out once. */
function requiredFields(type: TypeDefinition): readonly string[] {
  let names = required.get(type);
  if (names === undefined) {
    names = [...type.fields.values()].filter((field) => field.required).map(({ name }) => name);
    required.set(type, names);
  }
  return names;
}

const required = new WeakMap<TypeDefinition, readonly string[]>();
