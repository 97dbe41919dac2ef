import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Expr } from '../../cel/ast.ts';
import { compile } from '../../cel/compile.ts';
import { admissionDeclarations, variableType } from '../../cel/declarations.ts';
import { environmentOf } from '../../cel/libraries.ts';
import type { Type } from '../../cel/type.ts';
import { grouped } from '../../text/grouped.ts';
import { asValue } from '../admissionMatch.ts';
import type { Value } from '../value.ts';

/** A ValidatingAdmissionPolicy that a target takes, ready to be run. */
export interface Policy {
  readonly object: AdmissionObject;
  readonly paramKind: Value;
  readonly matchConstraints: Value;
  readonly matchConditions: readonly Expr[];
  readonly variables: readonly { readonly name: string; readonly expr: Expr }[];
  readonly validations: readonly Validation[];
  /** Expressions that fail refuse the object. */
  readonly failsClosed: boolean;
  readonly bindings: readonly Binding[];
}

/** A validation of a policy. */
export interface Validation {
  readonly text: string;
  readonly expr: Expr;
  readonly message: string;
  readonly messageExpr: Expr | undefined;
}

/** A binding of a policy. */
export interface Binding {
  readonly object: AdmissionObject;
  readonly paramRef: Value;
  readonly matchResources: Value;
  readonly actions: readonly string[];
}

const group = 'admissionregistration.k8s.io';
const bySurface = new WeakMap<AdmissionObjects, WeakMap<ApiSurface, readonly Policy[]>>();

/**
 * The policies of a workspace with their bindings. Omitted are those that the cluster may have in another form: in
 * several files, with placeholders, or refused by the target.
 */
export function policiesOf(objects: AdmissionObjects, surface: ApiSurface): readonly Policy[] {
  let known = bySurface.get(objects);
  if (known === undefined) {
    known = new WeakMap();
    bySurface.set(objects, known);
  }
  let policies = known.get(surface);
  if (policies === undefined) {
    policies = declaredOnce(objects, 'ValidatingAdmissionPolicy', surface).flatMap(
      (object) => readPolicy(object, objects, surface) ?? [],
    );
    known.set(surface, policies);
  }
  return policies;
}

/** The objects of a kind that the target serves and exactly one file has. */
function declaredOnce(objects: AdmissionObjects, kind: string, surface: ApiSurface): readonly AdmissionObject[] {
  const all = objects.ofKind(`${group}/${kind}`);
  const byName = grouped(all.map((admissionObject) => [admissionObject.name, admissionObject]));
  return all.filter(
    ({ name, version }) =>
      byName.get(name)?.length === 1 && surface.availability({ group, version, kind }).state === 'served',
  );
}

function readPolicy(object: AdmissionObject, objects: AdmissionObjects, surface: ApiSurface): Policy | undefined {
  const spec = asValue(object).at('spec');
  if (spec.at('matchConstraints').at('resourceRules').empty) return undefined;
  const paramKind = spec.at('paramKind');
  const bindings = declaredOnce(objects, 'ValidatingAdmissionPolicyBinding', surface)
    .flatMap((binding) => readBinding(binding, object.name))
    .filter((binding) => binding.object.isCertain());
  if (bindings.length === 0 || !object.isCertain()) return undefined;
  const environment = environmentOf(surface, 'stored', undefined);
  const own = new Map<string, Type>();
  const compiled = (text: Value, { authorizer = true, variables = true } = {}) => {
    const declarations = admissionDeclarations(surface.versions.binary, {
      ...{ params: paramKind.present, authorizer, patches: false },
      own: variables ? own : undefined,
    });
    return compile(text.text, environment, declarations);
  };
  const matchConditions = spec
    .at('matchConditions')
    .items.map((item) => compiled(item.at('expression'), { variables: false }).expr);
  const variables = spec.at('variables').items.map((item) => {
    const { expr, type } = compiled(item.at('expression'));
    const name = item.at('name').text;
    own.set(name, variableType(type));
    return expr && { name, expr };
  });
  const validations = spec.at('validations').items.map((item): Validation | undefined => {
    const { expr, type } = compiled(item.at('expression'));
    const messageExpression = item.at('messageExpression');
    const message = messageExpression.empty ? undefined : compiled(messageExpression, { authorizer: false });
    if (expr === undefined || type.kind !== 'bool' || (message !== undefined && message.expr === undefined))
      return undefined;
    return {
      text: item.at('expression').text,
      expr,
      message: item.at('message').text,
      messageExpr: message?.expr,
    };
  });
  // A policy with an expression that does not compile is refused as a whole.
  if ([...matchConditions, ...variables, ...validations].includes(undefined)) return undefined;
  return {
    object,
    bindings,
    paramKind,
    matchConstraints: spec.at('matchConstraints'),
    matchConditions: there(matchConditions),
    variables: there(variables),
    validations: there(validations),
    failsClosed: spec.at('failurePolicy').or('Fail') === 'Fail',
  };
}

function readBinding(object: AdmissionObject, policy: string): readonly Binding[] {
  const spec = asValue(object).at('spec');
  if (spec.at('policyName').text !== policy) return [];
  const [paramRef, matchResources] = [spec.at('paramRef'), spec.at('matchResources')];
  return [{ object, paramRef, matchResources, actions: spec.at('validationActions').texts }];
}

function there<T>(all: readonly (T | undefined)[]): readonly T[] {
  return all.flatMap((nonNullable) => (nonNullable === undefined ? [] : [nonNullable]));
}
