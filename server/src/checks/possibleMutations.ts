import { type AdmissionObject, type AdmissionObjects, admissionOf } from '../admission/admissionObjects.ts';
import { isPluginOn } from '../admission/plugins.ts';
import { PerObjectAndTarget } from '../catalog/perTarget.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { childrenOf, type Expr, type StructExpr } from '../cel/ast.ts';
import { environmentOf } from '../cel/libraries.ts';
import { type Parsed, parse } from '../cel/parse.ts';
import {
  asValue,
  matchesResources,
  matchingType,
  type Request,
  type RequestSubject,
  type RequestType,
  requestOf,
} from './admissionMatch.ts';
import type { Subject } from './check.ts';
import type { Value } from './value.ts';

const group = 'admissionregistration.k8s.io';

/** A MutatingAdmissionPolicy of the workspace that may change an object before the server validates it. */
export interface PossibleMutation {
  readonly name: string;
  readonly file: string;
  /** The top-level fields that it may change; undefined if any. */
  readonly changes: ReadonlySet<string> | undefined;
}

/**
 * The policies that may change an object before it is validated. Whether one without a binding in the workspace has one
 * in the cluster is not known.
 * Source: k8s.io/apiserver pkg/admission/plugin/policy/mutating.
 */
export function possibleMutations(subject: RequestSubject): readonly PossibleMutation[] {
  const { surface } = subject;
  const objects = admissionOf(surface);
  const request = objects && requestOf(subject, objects);
  if (objects === undefined || request === undefined) return [];
  return policiesThatMatch(request, objects, surface).map((policy) => ({
    name: policy.name,
    file: policy.file,
    changes: changedFields(policy, surface),
  }));
}

/**
 * Whether a policy of the workspace may change a request before it is validated, unless the mutation was already
 * applied.
 */
export function mayBeMutated(
  request: Request,
  objects: AdmissionObjects,
  { surface, isMutated = undefined }: Pick<Subject, 'surface' | 'isMutated'>,
): boolean {
  return isMutated !== true && policiesThatMatch(request, objects, surface).length > 0;
}

/** The policies of the workspace whose constraints match a request, or may match it. */
export function policiesThatMatch(
  request: Request,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly AdmissionObject[] {
  return policiesFor(request, objects, surface).filter(
    (policy) => matchesResources(constraintsOf(policy), request, 'maybe') !== 'no',
  );
}

/** The policies that may match some object of the resource type of a request. */
export function policiesFor(
  request: RequestType,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly AdmissionObject[] {
  return ofType.of(objects, surface, () => policiesByType(objects, surface))(request);
}

const ofType = new PerObjectAndTarget<AdmissionObjects, (type: RequestType) => readonly AdmissionObject[]>();

function policiesByType(
  objects: AdmissionObjects,
  surface: ApiSurface,
): (type: RequestType) => readonly AdmissionObject[] {
  const served = isPluginOn(surface, 'MutatingAdmissionPolicy')
    ? objects
        .ofKind(`${group}/MutatingAdmissionPolicy`)
        .filter(({ version, kind }) => surface.availability({ group, version, kind }).state === 'served')
    : [];
  return matchingType(served, constraintsOf, 'maybe');
}

function constraintsOf(policy: AdmissionObject): Value {
  return asValue(policy).at('spec').at('matchConstraints');
}

/**
 * The structs that are applied or that contain the changes: only such expressions create them, so together they name
 * all changed fields.
 */
const madeBy: ReadonlyMap<string, { readonly list: string; readonly struct: string }> = new Map([
  ['ApplyConfiguration', { list: 'applyConfiguration', struct: 'Object' }],
  ['JSONPatch', { list: 'jsonPatch', struct: 'JSONPatch' }],
]);

function changedFields(policy: AdmissionObject, surface: ApiSurface): ReadonlySet<string> | undefined {
  const spec = asValue(policy).at('spec');
  const { syntax } = environmentOf(surface, 'stored', undefined);
  const variables = spec.at('variables').items.map((item) => parse(item.at('expression').text, syntax));
  const changed = new Set<string>();
  for (const mutation of spec.at('mutations').items) {
    const names = madeBy.get(mutation.at('patchType').text);
    const expression = names && mutation.at(names.list).at('expression');
    if (names === undefined || expression === undefined) return undefined;
    const structs = structsIn([parse(expression.text, syntax), ...variables], names.struct);
    for (const field of structs?.flatMap(fieldsOf) ?? [undefined]) {
      if (field === undefined) return undefined;
      changed.add(field);
    }
  }
  return changed;
}

/** The structs of a type in expressions; undefined if one cannot be parsed, which the server refuses too. */
function structsIn(all: readonly Parsed[], type: string): readonly StructExpr[] | undefined {
  const found: StructExpr[] = [];
  const unread: Expr[] = [];
  for (const parsed of all) {
    if ('message' in parsed) return undefined;
    unread.push(parsed.expr);
  }
  for (let expr = unread.pop(); expr !== undefined; expr = unread.pop()) {
    if (expr.kind === 'struct' && expr.type === type) found.push(expr);
    unread.push(...childrenOf(expr));
  }
  return found;
}

/** The top-level fields that a struct may change; undefined for any. */
function fieldsOf({ type, fields }: StructExpr): readonly (string | undefined)[] {
  if (type === 'Object') return fields.map(({ name, value }) => (changesAlone(name, value) ? name : undefined));
  return fields
    .filter(({ name }) => name === 'path' || name === 'from')
    .map(({ value }) => {
      const [field, ...below] = pointerOf(value);
      return field === undefined || (field === 'metadata' && below[0] !== 'labels') ? undefined : field;
    });
}

/** Names and annotations decide about other fields; labels do not. */
function changesAlone(name: string, value: Expr): boolean {
  if (name !== 'metadata') return true;
  return value.kind === 'struct' && value.fields.every((field) => field.name === 'labels');
}

/** The certain first steps of a JSON pointer, from a text or a concatenation. */
function pointerOf(expr: Expr): readonly string[] {
  if (expr.kind === 'literal' && expr.type === 'string') return expr.value.split('/').slice(1);
  if (expr.kind !== 'call' || expr.name !== '_+_' || expr.args[0] === undefined) return [];
  // The last step may continue in the next operand.
  return pointerOf(expr.args[0]).slice(0, -1);
}
