import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import { holdersOf } from '../embedded/holders.ts';
import { type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import type { PathSteps } from '../text/fieldPath.ts';
import { chainOf, type Outline } from './outline.ts';

/** The type of a position at a target. */
export interface TypeAtPosition {
  /** The object that contains the position; undefined if unknown. */
  readonly gvk: GroupVersionKind | undefined;
  /** The root of that object. */
  readonly root: Outline;
  readonly steps: PathSteps;
  /** The expected type; undefined if the target does not know it. */
  readonly type: FieldType | undefined;
  /** The field that contains the value, through any lists and maps; undefined for the object itself. */
  readonly field: ApiField | undefined;
}

/** Deeper levels are not decoded either. */
const deepest = 1_000;

/**
 * Walks from the root of a document to a map or list by a target's types; embedded objects start again.
 *
 * @param rootType the type of a file that Kustomize reads; undefined for the objects of a cluster.
 */
export function typeAt(outline: Outline, surface: ApiSurface, rootType?: ApiType): TypeAtPosition | undefined {
  const [first, ...deeper] = chainOf(outline);
  if (first === undefined || deeper.length > deepest) return undefined;
  let at = objectAt(first, surface, rootType);
  for (const next of deeper) {
    at = isObject(at, next) ? objectAt(next, surface) : { ...memberType(at, next.step), root: at.root };
  }
  return at;
}

/** The type of a member. */
export function memberType(at: TypeAtPosition, step: string | number): TypeAtPosition {
  const steps = [...at.steps, step];
  const { type } = at;
  if (type?.kind === 'object' || type?.kind === 'schema-or') {
    const object = type.kind === 'object' ? type.type : type.schema;
    const field = object.fields.get(String(step));
    if (field !== undefined) return { ...at, steps, type: field.type, field };
    const item: FieldType | undefined = type.kind === 'schema-or' && typeof step === 'number' ? type : undefined;
    return { ...at, steps, type: item };
  }
  if (type?.kind === 'list' && typeof step === 'number') return { ...at, steps, type: type.item };
  if (type?.kind === 'map' && typeof step === 'string') return { ...at, steps, type: type.value };
  return { ...at, steps, type: undefined };
}

/** The kind that a map names, if it names one. */
export function kindOf({ entries }: Outline): GroupVersionKind | undefined {
  const version = parseGroupVersion(entries.get('apiVersion') ?? '');
  const kind = entries.get('kind') ?? '';
  return version === undefined || kind === '' ? undefined : { ...version, kind };
}

function objectAt(root: Outline, surface: ApiSurface, given?: ApiType): TypeAtPosition {
  const gvk = given === undefined ? kindOf(root) : undefined;
  const rootType = gvk === undefined ? given : surface.rootType(gvk);
  const type: FieldType | undefined = rootType && { kind: 'object', type: rootType };
  return { gvk, root, steps: [], type, field: undefined };
}

/** Whether a position contains an embedded object. */
function isObject(at: TypeAtPosition, next: Outline): boolean {
  const { gvk, steps, type } = memberType(at, next.step);
  if (gvk === undefined) return false;
  if (type === undefined && gvk.kind.endsWith('List') && steps.length === 2 && steps[0] === 'items') return true;
  if (type?.kind === 'scalar' && type.scalar === 'raw') return kindOf(next) !== undefined;
  if (type !== undefined && (type.kind !== 'scalar' || (type.scalar !== 'any' && !next.isText))) return false;
  const fieldSteps = steps.flatMap((step) => (typeof step === 'number' ? '[]' : step));
  return holdersOf(`${gvk.kind}.${gvk.group}`).some(
    ({ path, holds }) => (holds === 'object' || holds === 'text') && matches(pathParts(path), fieldSteps),
  );
}

/** `spec.patches[]` as its steps, lists as `[]`. */
function pathParts(path: string): readonly string[] {
  return path.split('.').flatMap((step) => {
    const name = step.replace(/(?:\[\])+$/, '');
    const lists = Array.from({ length: (step.length - name.length) / 2 }, () => '[]');
    return name === '' ? lists : [name, ...lists];
  });
}

function matches(wanted: readonly string[], fieldSteps: readonly string[]): boolean {
  return (
    wanted.length === fieldSteps.length && wanted.every((step, index) => step === '*' || step === fieldSteps[index])
  );
}
