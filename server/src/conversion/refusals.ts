import type { ApiSurface } from '../catalog/surface.ts';
import { evaluateRules } from '../cel/evaluateRules.ts';
import { withDefaults, withoutNulls } from '../crd/schema/defaulting.ts';
import type { Json } from '../crd/schema/json.ts';
import { validateListTypes } from '../crd/schema/listTypes.ts';
import { schemaRules } from '../crd/schema/rules.ts';
import { validateAgainst } from '../crd/schema/validate.ts';
import type { MapNode } from '../manifest/node.ts';
import { DraftMap } from '../manifest/reconcile/draft.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatPath } from '../text/fieldPath.ts';
import { schemaOf } from './defined.ts';
import { dataOf } from './draftValue.ts';
import { isValueList, isValueMap, type Value } from './value.ts';

/**
 * The schema errors that a conversion of a custom resource causes, a phrase each; undefined if the new schema is
 * unknown. The status, which a create ignores, is skipped.
 */
export function refusals(
  root: MapNode,
  draft: DraftMap,
  from: GroupVersionKind,
  to: GroupVersionKind,
  surface: ApiSurface,
): readonly string[] | undefined {
  // Most kinds have no schema here, and copying an object costs as much as the conversion.
  if (schemaOf(to, surface) === undefined) return undefined;
  const now = refusedOf(dataOf(draft), to, surface);
  if (now === undefined || now.length === 0) return now?.map(({ message }) => message);
  const before = refusedOf(dataOf(new DraftMap(root)), from, surface) ?? [];
  const known = new Set(before.map(({ path }) => path));
  const version = formatGroupVersion(to);
  return now
    .filter(({ path }) => !known.has(path))
    .map(({ path, message }) => `${path}: ${version} refuses it (${message})`);
}

interface Refusal {
  readonly path: string;
  readonly message: string;
}

/** The schema errors of a value against a custom resource's version; undefined if the schema is unknown. */
export function refusedOf(value: Value, gvk: GroupVersionKind, surface: ApiSurface): readonly Refusal[] | undefined {
  const schema = schemaOf(gvk, surface);
  if (schema === undefined) return undefined;
  const object = withDefaults(withoutNulls(jsonOfValue(withoutStatus(value)), schema), schema);
  const rules = schemaRules(surface.versions);
  const errors = [
    ...validateAgainst(schema, object, undefined, rules),
    ...(object.kind === 'map' ? validateListTypes(schema, object) : []),
  ];
  // Like the server, which evaluates expressions only if the schema accepts the value otherwise.
  if (errors.length > 0) return errors.map(({ path, message }) => ({ path, message }));
  return evaluateRules(schema, object, surface).map(({ rule, path, message, error }) => ({
    path: formatPath(path).replace(/^\./, ''),
    message: error ?? message ?? (rule.message === '' ? rule.rule : rule.message),
  }));
}

function withoutStatus(value: Value): Value {
  if (!isValueMap(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'status'));
}

const nowhere = { start: 0, end: 0 };

/** Plain data for the validator, without spans. */
export function jsonOfValue(value: Value): Json {
  if (isValueList(value)) return { kind: 'list', items: value.map(jsonOfValue), span: nowhere };
  if (!isValueMap(value)) return { kind: 'scalar', value, span: nowhere };
  const entries = new Map(Object.entries(value).map(([key, each]) => [key, jsonOfValue(each)]));
  return { kind: 'map', entries, span: nowhere };
}
