import data from '../../data/authored/cel-variables.json' with { type: 'json' };
import { factMinor, type Minor } from '../targets/version.ts';
import type { Declarations, Structs } from './environment.ts';
import { dynType, readType, stringType, structOf, type Type } from './type.ts';

/** A variable that expressions find: `server/data/authored/cel-variables.json`. */
export interface VariableFacts {
  readonly says: string;
  readonly type: string;
  /** The oldest binary that has it. */
  readonly since?: string | undefined;
}

/** Every variable that is known, by name. */
export const variableFacts: ReadonlyMap<string, VariableFacts> = new Map(Object.entries(data.variables));

const objects: ReadonlyMap<string, Readonly<Record<string, string | undefined>>> = new Map(
  Object.entries(data.objects),
);

/** The variables of an admission policy that a policy's own variables add to. */
export interface AdmissionVariables {
  /** Whether the policy has parameters. */
  readonly params: boolean;
  /** Messages cannot use the authorizer. */
  readonly authorizer: boolean;
  /** Whether the expression may make objects and patches. */
  readonly patches: boolean;
  /** The policy's own variables declared so far; undefined where expressions find none. */
  readonly policyVariables: ReadonlyMap<string, Type> | undefined;
}

/** The declarations of an admission policy's or match condition's expressions in a binary. */
export function admissionDeclarations(
  binary: Minor,
  { params, authorizer, patches, policyVariables }: AdmissionVariables,
): Declarations {
  const variables = new Map<string, Type>();
  for (const [name, { type, since }] of variableFacts) {
    if (name === 'device') continue;
    if (since !== undefined && binary < factMinor(since)) continue;
    if ((name === 'params' && !params) || (name.startsWith('authorizer') && !authorizer)) continue;
    variables.set(name, readType(type, isObject));
  }
  if (policyVariables !== undefined) variables.set('variables', structOf(ownVariables));
  return { variables, structs: new AdmissionStructs(patches, policyVariables) };
}

const ownVariables = 'kubernetes.variables';
const patchFields: ReadonlyMap<string, Type> = new Map([
  ['op', stringType],
  ['path', stringType],
  ['from', stringType],
  ['value', dynType],
]);

/** The type of a field of an object that Kubernetes itself declares; undefined if it has none of that name. */
export function objectFields(object: string, field: string): Type | undefined {
  const fields = objects.get(object);
  const type = fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined;
  return type === undefined ? undefined : readType(type, isObject);
}

function isObject(name: string): boolean {
  return objects.has(name);
}

/** The request, the namespace, a policy's own variables; and objects and patches, which are typed by name. */
class AdmissionStructs implements Structs {
  readonly #patches: boolean;
  readonly #policyVariables: ReadonlyMap<string, Type> | undefined;

  constructor(patches: boolean, policyVariables: ReadonlyMap<string, Type> | undefined) {
    this.#patches = patches;
    this.#policyVariables = policyVariables;
  }

  has(struct: string): boolean {
    if (struct === ownVariables) return this.#policyVariables !== undefined;
    return isObject(struct) || (this.#patches && (struct === 'JSONPatch' || isPatchedObject(struct)));
  }

  field(struct: string, field: string): Type | undefined {
    if (struct === ownVariables) return this.#policyVariables?.get(field);
    if (isObject(struct)) return objectFields(struct, field);
    return struct === 'JSONPatch' ? patchFields.get(field) : dynType;
  }
}

/**
 * Whether a type is that of an object that mutations make, which is named by the path of its field.
 * Source: k8s.io/apiserver pkg/cel/mutation/typeresolver.go.
 */
export function isPatchedObject(struct: string): boolean {
  return struct === 'Object' || struct.startsWith('Object.');
}

/** The type that a policy's variable has for later expressions: objects are known by their values only. */
export function variableType(type: Type): Type {
  switch (type.kind) {
    case 'list':
      return { kind: 'list', params: [variableType(type.params[0])] };
    case 'map':
      return { kind: 'map', params: [variableType(type.params[0]), variableType(type.params[1])] };
    case 'struct':
    case 'opaque':
    case 'type':
    case 'param':
    case 'error':
      return dynType;
    default:
      return type;
  }
}
