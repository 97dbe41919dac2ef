import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import { PerObjectAndTarget } from '../../catalog/perTarget.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { type Program, programOf } from '../../cel/program.ts';
import { memoize } from '../../text/memoize.ts';
import { asValue, matchingType, type RequestType } from '../admissionMatch.ts';
import { declaredOnce, definedOnly, type Expression, type Policy, readPolicyParts } from './policy.ts';

/** A ValidatingAdmissionPolicy that a target accepts, compiled. */
export interface ValidatingPolicy extends Policy {
  readonly validations: readonly Validation[];
  readonly annotations: readonly Expression[];
}

/** A validation of a policy. */
export interface Validation {
  readonly text: string;
  readonly program: Program;
  readonly message: string;
  readonly messageProgram: Program | undefined;
}

const kind = 'ValidatingAdmissionPolicy';
/** The policies of a workspace that a target accepts, each compiled on first use. */
interface DeclaredPolicies {
  readonly all: readonly AdmissionObject[];
  readonly ofType: (type: RequestType) => readonly AdmissionObject[];
  readonly read: (object: AdmissionObject) => ValidatingPolicy | undefined;
}

const known = new PerObjectAndTarget<AdmissionObjects, DeclaredPolicies>();

function declaredPolicies(objects: AdmissionObjects, surface: ApiSurface): DeclaredPolicies {
  return known.of(objects, surface, () => {
    const all = declaredOnce(objects, kind, surface);
    return {
      all,
      ofType: matchingType(all, (object) => asValue(object).at('spec').at('matchConstraints'), 'no'),
      read: memoize((object) => readPolicy(object, objects, surface)),
    };
  });
}

/**
 * The policies of a workspace with their bindings. Uncertain ones are omitted: policies and bindings that are in
 * several files or have placeholders, and those that the target refuses.
 */
export function policiesOf(objects: AdmissionObjects, surface: ApiSurface): readonly ValidatingPolicy[] {
  const { all, read } = declaredPolicies(objects, surface);
  return definedOnly(all.map(read));
}

/** Those that may match some object of the resource type of a request. */
export function policiesFor(
  type: RequestType,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly ValidatingPolicy[] {
  const { ofType, read } = declaredPolicies(objects, surface);
  return definedOnly(ofType(type).map(read));
}

function readPolicy(
  object: AdmissionObject,
  objects: AdmissionObjects,
  surface: ApiSurface,
): ValidatingPolicy | undefined {
  const parts = readPolicyParts(object, kind, objects, surface);
  if (parts === undefined) return undefined;
  const { policy, compiled } = parts;
  const spec = asValue(object).at('spec');
  const validations = spec.at('validations').items.map((item): Validation | undefined => {
    const compilation = compiled(item.at('expression'));
    const program = programOf(compilation);
    const messageExpression = item.at('messageExpression');
    const message = messageExpression.empty ? undefined : compiled(messageExpression, { authorizer: false });
    const messageProgram = message && programOf(message);
    if (
      program === undefined ||
      compilation.type.kind !== 'bool' ||
      (message !== undefined && messageProgram === undefined)
    )
      return undefined;
    const text = item.at('expression').text;
    return { text, program, message: item.at('message').text, messageProgram };
  });
  const annotations = spec.at('auditAnnotations').items.map((item): Expression | undefined => {
    const { text } = item.at('valueExpression');
    const program = programOf(compiled(item.at('valueExpression'), { authorizer: false }));
    return program && { text, program };
  });
  if (validations.includes(undefined) || annotations.includes(undefined)) return undefined;
  return { ...policy, validations: definedOnly(validations), annotations: definedOnly(annotations) };
}
