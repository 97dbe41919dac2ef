import { descriptionOf } from '../../insight/fieldDescription.ts';
import {
  type FieldState,
  fieldHistory,
  fieldOfNames,
  fieldsBelow,
  kindHistory,
  type ReleasePoint,
  type ReleaseRange,
} from '../../insight/fieldHistory.ts';
import { descriptions } from '../../lsp/descriptions.ts';
import { formatGroupVersionKind, type GroupVersionKind, parseGroupVersion } from '../../targets/groupVersion.ts';
import { nearest } from '../../text/nearest.ts';
import type { JsonObject } from '../job.ts';
import type { Input } from '../protocol/inputs.ts';
import { type History, historyFor } from './points.ts';
import { Refusal } from './refusal.ts';

/** The description of a field or kind, with its releases of Kubernetes, or of the defining project. */
export function field({ apiVersion, kind, path = '' }: Input<'field'>): JsonObject {
  const version = parseGroupVersion(apiVersion);
  if (version === undefined)
    throw new Refusal(`${apiVersion} is not an API version`, 'write it as in a manifest: apps/v1');
  const gvk = { ...version, kind };
  const histories = historyFor(gvk).map((history) => historyOf(gvk, path, history));
  const known = histories.filter((history) => history !== undefined);
  if (known.length > 0) return { apiVersion, kind, path, releases: known };
  throw new Refusal(
    `${formatGroupVersionKind(gvk)} is not known`,
    'check the spelling; for your own definitions, use the tool check with crds=PATH in the target',
  );
}

/** Undefined if none of the releases knows the kind. */
function historyOf(gvk: GroupVersionKind, path: string, { of, points }: History): JsonObject | undefined {
  const newest = points.findLast(({ surface }) => surface.rootType(gvk) !== undefined);
  if (newest === undefined) return undefined;
  const names = path
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('.')
    .filter((name) => name !== '');
  const served = kindHistory(gvk, points).map((stretch) => ({ from: stretch.from, to: stretch.to, is: stretch.state }));
  if (names.length === 0) {
    const at = fieldOfNames(gvk, [], newest.surface);
    return { of, served, fields: at === undefined ? [] : fieldsBelow(at) };
  }
  const rows = fieldHistory(gvk, names, points);
  if (rows.every(({ state }) => state === undefined)) throw unknownField(gvk, names, newest);
  return { of, served, field: rows.map(shown), ...meaning(gvk, names, points) };
}

function shown({ from, to, state }: ReleaseRange<FieldState | undefined>): JsonObject {
  return { from, to, known: state !== undefined, ...state };
}

/** The description in the newest release with the field. */
function meaning(gvk: GroupVersionKind, names: readonly string[], points: readonly ReleasePoint[]): JsonObject {
  for (const { surface } of points.toReversed()) {
    const at = fieldOfNames(gvk, names, surface);
    const holder = fieldOfNames(gvk, names.slice(0, -1), surface);
    if (at?.field === undefined || holder === undefined) continue;
    const description = descriptionOf(holder, at.field, surface, descriptions);
    const values = (at.field.enum ?? at.field.constants)?.map(({ value }) => value);
    const fields = fieldsBelow(at);
    return {
      ...(description === undefined ? {} : { description: description }),
      ...(values === undefined || values.length === 0 ? {} : { values }),
      ...(fields.length === 0 ? {} : { fields }),
    };
  }
  return {};
}

/** Names the first step that leads nowhere. */
function unknownField(gvk: GroupVersionKind, names: readonly string[], { label, surface }: ReleasePoint): Refusal {
  const end = names.findIndex((_, index) => fieldOfNames(gvk, names.slice(0, index + 1), surface)?.field === undefined);
  const holder = fieldOfNames(gvk, names.slice(0, end), surface);
  const siblings = holder === undefined ? [] : fieldsBelow(holder);
  const close = nearest(names[end] ?? '', siblings, 1)[0];
  return new Refusal(
    `${formatGroupVersionKind(gvk)} has no field ${names.slice(0, end + 1).join('.')} in ${label}`,
    close === undefined ? `its fields there are ${siblings.join(', ')}` : `did you mean ${close}?`,
  );
}
