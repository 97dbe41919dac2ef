import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type Compiled, compile } from '../../cel/compile.ts';
import { costRules } from '../../cel/cost/costRules.ts';
import type { CostRules } from '../../cel/cost/operands.ts';
import { admissionDeclarations, variableType } from '../../cel/declarations.ts';
import { environmentOf } from '../../cel/libraries.ts';
import { type Program, programOf } from '../../cel/program.ts';
import type { Type } from '../../cel/type.ts';
import { decode } from '../../decode/decode.ts';
import { grouped } from '../../text/grouped.ts';
import { asValue } from '../admissionMatch.ts';
import type { Value } from '../value.ts';
import { noOccurrences } from './admittedObjects.ts';
import type { PolicyVariables } from './phase.ts';

/** The common parts of both kinds of admission policies: the `spec` of a policy that the target accepts, compiled. */
export interface Policy {
  readonly object: AdmissionObject;
  readonly paramKind: Value;
  readonly matchConstraints: Value;
  readonly matchConditions: readonly Expression[];
  readonly variables: PolicyVariables;
  /** How the target counts the costs of expressions. */
  readonly costRules: CostRules;
  /** Whether failing expressions refuse the object. */
  readonly failsClosed: boolean;
  readonly bindings: readonly Binding[];
}

/** An expression that compiled, with its text. */
export interface Expression {
  readonly text: string;
  readonly program: Program;
}

/** A binding of a policy. */
export interface Binding {
  readonly object: AdmissionObject;
  readonly paramRef: Value;
  readonly matchResources: Value;
  /** Empty for a mutating policy. */
  readonly actions: readonly string[];
}

/** The API group of admission policies. */
export const policyGroup = 'admissionregistration.k8s.io';

/** Compiles an expression of a stored policy. */
export type CompilePart = (text: Value, options?: CompileOptions) => Compiled;

interface CompileOptions {
  /** False for message expressions, which cannot use the authorizer. */
  readonly authorizer?: boolean;
  /** False for match conditions, which cannot use the variables of the policy. */
  readonly variables?: boolean;
  /** Whether the expression may create objects and patches. */
  readonly patches?: boolean;
}

/** The common parts of a policy, with the compiler for its other expressions. */
export interface PolicyParts {
  readonly policy: Policy;
  readonly compiled: CompilePart;
}

/**
 * A policy with its certain bindings; undefined if it has none, or if the target refuses it.
 *
 * @param kind of the policy; that of its bindings begins with it.
 */
export function readPolicyParts(
  object: AdmissionObject,
  kind: string,
  objects: AdmissionObjects,
  surface: ApiSurface,
): PolicyParts | undefined {
  const spec = asValue(object).at('spec');
  if (spec.at('matchConstraints').at('resourceRules').empty) return undefined;
  const paramKind = spec.at('paramKind');
  const bindings = declaredOnce(objects, `${kind}Binding`, surface)
    .flatMap((binding) => readBinding(binding, object.name))
    .filter((binding) => binding.object.isCertain());
  if (bindings.length === 0 || !object.isCertain()) return undefined;
  const variableTypes = new Map<string, Type>();
  const compiled: CompilePart = (text, { authorizer = true, variables = true, patches = false } = {}) => {
    const declarations = admissionDeclarations(surface.versions.binary, {
      ...{ params: paramKind.present, authorizer, patches },
      policyVariables: variables ? variableTypes : undefined,
    });
    return compile(text.text, environmentOf(surface, 'stored', patches ? 'mutation' : undefined), declarations);
  };
  const matchConditions = spec.at('matchConditions').items.map((item): Expression | undefined => {
    const program = programOf(compiled(item.at('expression'), { variables: false }));
    return program && { text: item.at('expression').text, program };
  });
  const variables = spec.at('variables').items.map((item) => {
    const compilation = compiled(item.at('expression'));
    const name = item.at('name').text;
    variableTypes.set(name, variableType(compilation.type));
    const program = programOf(compilation);
    return program && { name, program };
  });
  // A policy with an expression that does not compile is refused as a whole.
  if ([...matchConditions, ...variables].includes(undefined)) return undefined;
  const policy: Policy = {
    object,
    bindings,
    paramKind,
    matchConstraints: spec.at('matchConstraints'),
    matchConditions: definedOnly(matchConditions),
    variables: definedOnly(variables),
    costRules: costRules(surface.versions.binary),
    failsClosed: spec.at('failurePolicy').or('Fail') === 'Fail',
  };
  return { policy, compiled };
}

/** The objects of a kind that the target serves and can decode, and that exactly one file has. */
export function declaredOnce(objects: AdmissionObjects, kind: string, surface: ApiSurface): readonly AdmissionObject[] {
  const all = objects.ofKind(`${policyGroup}/${kind}`);
  const isTaken = ({ root, version }: AdmissionObject): boolean => {
    const type = surface.rootType({ group: policyGroup, version, kind });
    const decoded = type && decode(root, type, noOccurrences);
    return decoded !== undefined && decoded.errors.length + decoded.unknown.length === 0;
  };
  const byName = grouped(all.map((admissionObject) => [admissionObject.name, admissionObject]));
  return all.filter(
    (object) =>
      byName.get(object.name)?.length === 1 &&
      surface.availability({ group: policyGroup, version: object.version, kind }).state === 'served' &&
      isTaken(object) &&
      !object.isRefused(surface),
  );
}

function readBinding(object: AdmissionObject, policy: string): readonly Binding[] {
  const spec = asValue(object).at('spec');
  if (spec.at('policyName').text !== policy) return [];
  const [paramRef, matchResources] = [spec.at('paramRef'), spec.at('matchResources')];
  return [{ object, paramRef, matchResources, actions: spec.at('validationActions').texts }];
}

/** The values that are present. */
export function definedOnly<T>(all: readonly (T | undefined)[]): readonly T[] {
  return all.flatMap((nonNullable) => (nonNullable === undefined ? [] : [nonNullable]));
}
