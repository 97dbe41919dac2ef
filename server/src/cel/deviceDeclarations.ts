import type { ApiSurface } from '../catalog/surface.ts';
import { objectFields } from './declarations.ts';
import type { Declarations } from './environment.ts';
import { dynType, mapOf, stringType, structOf, type Type } from './type.ts';

const device = 'kubernetes.DRADevice';

/** Gates that change the fields of a device: `newCompiler` in k8s.io/dynamic-resource-allocation cel/compile.go. */
const lists = 'DRAListTypeAttributes';
const sharing = 'DRAConsumableCapacity';

/** The declarations of device selector expressions. */
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

/** The type of an attribute, whose value is dynamic; loops need the one introduced with list attributes. */
export function attributeType(surface: ApiSurface): Type {
  return isOn(surface, lists) ? dynType : { kind: 'any' };
}

function isOn({ gates }: ApiSurface, gate: string): boolean {
  return gates.get(gate)?.enabled === true;
}
