import type { ApiSurface } from '../catalog/surface.ts';
import { objectFields } from './declarations.ts';
import type { Declarations } from './environment.ts';
import { dynType, mapOf, stringType, structOf, type Type } from './type.ts';

const device = 'kubernetes.DRADevice';

/** Gates that change what a device has: `newCompiler` in k8s.io/dynamic-resource-allocation cel/compile.go. */
const lists = 'DRAListTypeAttributes';
const sharing = 'DRAConsumableCapacity';

/** What an expression that selects devices finds. */
export function deviceDeclarations(surface: ApiSurface): Declarations {
  const attributes = mapOf(stringType, mapOf(stringType, attributeType(surface)));
  const field = (name: string): Type | undefined => {
    if (name === 'allowMultipleAllocations' && !isOn(surface, sharing)) return undefined;
    return name === 'attributes' ? attributes : objectFields(device, name);
  };
  return {
    variables: new Map([['device', structOf(device)]]),
    structs: { has: (struct) => struct === device, field: (_, name) => field(name) },
  };
}

/** The type of an attribute, which says nothing of its value; loops need the one that came with attributes that are lists. */
export function attributeType(surface: ApiSurface): Type {
  return isOn(surface, lists) ? dynType : { kind: 'any' };
}

function isOn({ gates }: ApiSurface, gate: string): boolean {
  return gates.get(gate)?.enabled === true;
}
