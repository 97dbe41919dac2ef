import type { Overload } from './environment.ts';
import { listOf, mapOf, type Type } from './type.ts';

/** A signature with fresh type parameters for one call. */
export function instantiate(overload: Overload, fresh: () => Type): Overload {
  if (!overload.generic) return overload;
  const names = new Map<string, Type>();
  const renamed = (type: Type): Type => {
    switch (type.kind) {
      case 'param': {
        const parameter = names.get(type.name) ?? fresh();
        names.set(type.name, parameter);
        return parameter;
      }
      case 'list':
        return listOf(renamed(type.params[0]));
      case 'map':
        return mapOf(renamed(type.params[0]), renamed(type.params[1]));
      case 'opaque':
      case 'type':
        return { ...type, params: type.params.map(renamed) };
      default:
        return type;
    }
  };
  return { ...overload, args: overload.args.map(renamed), result: renamed(overload.result) };
}
