import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import { PerObjectAndTarget } from '../../catalog/perTarget.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { programOf } from '../../cel/program.ts';
import { isEqualType, listOf, structOf } from '../../cel/type.ts';
import { asValue } from '../admissionMatch.ts';
import type { Value } from '../value.ts';
import {
  type CompilePart,
  declaredOnce,
  definedOnly,
  type Expression,
  type Policy,
  policyGroup,
  readPolicyParts,
} from './policy.ts';

/** A MutatingAdmissionPolicy that a target accepts, compiled. */
export interface MutatingPolicy extends Policy {
  readonly mutations: readonly Mutation[];
  /** Whether it runs a second time, by the reinvocationPolicy IfNeeded. */
  readonly isReinvoked: boolean;
}

/** A mutation of a policy. */
export interface Mutation extends Expression {
  readonly patchType: 'ApplyConfiguration' | 'JSONPatch';
}

const kind = 'MutatingAdmissionPolicy';
const known = new PerObjectAndTarget<AdmissionObjects, ReadonlyMap<AdmissionObject, MutatingPolicy>>();

/** The policies of a workspace whose content in a cluster is certain, with all their bindings, by their objects. */
export function knownMutatingPolicies(
  objects: AdmissionObjects,
  surface: ApiSurface,
): ReadonlyMap<AdmissionObject, MutatingPolicy> {
  return known.of(
    objects,
    surface,
    () =>
      new Map(
        declaredOnce(objects, kind, surface).flatMap((object) => {
          const policy = readPolicy(object, objects, surface);
          return policy === undefined ? [] : [[object, policy] as const];
        }),
      ),
  );
}

function readPolicy(
  object: AdmissionObject,
  objects: AdmissionObjects,
  surface: ApiSurface,
): MutatingPolicy | undefined {
  const parts = readPolicyParts(object, kind, objects, surface);
  if (parts === undefined) return undefined;
  const { policy, compiled } = parts;
  // An uncertain binding may match requests that the certain ones do not match.
  const bindings = objects
    .ofKind(`${policyGroup}/${kind}Binding`)
    .filter((binding) => asValue(binding).at('spec').at('policyName').text === object.name);
  if (bindings.length > policy.bindings.length) return undefined;
  const spec = asValue(object).at('spec');
  const mutations = spec.at('mutations').items.map((item) => readMutation(item, compiled));
  if (mutations.length === 0 || mutations.includes(undefined)) return undefined;
  const isReinvoked = spec.at('reinvocationPolicy').text === 'IfNeeded';
  return { ...policy, mutations: definedOnly(mutations), isReinvoked };
}

const types = { ApplyConfiguration: structOf('Object'), JSONPatch: listOf(structOf('JSONPatch')) } as const;

function readMutation(item: Value, compiled: CompilePart): Mutation | undefined {
  const patchType = item.at('patchType').text;
  if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch') return undefined;
  const expression = item.at(patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration').at('expression');
  const compilation = compiled(expression, { patches: true });
  const program = programOf(compilation);
  if (program === undefined || !isEqualType(compilation.type, types[patchType])) return undefined;
  return { text: expression.text, program, patchType };
}
