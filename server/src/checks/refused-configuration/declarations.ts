import facts from '../../../data/authored/apiserver-configurations.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Declarations } from '../../cel/environment.ts';
import { readType } from '../../cel/type.ts';
import { isGateOn } from '../fieldGates.ts';

/** The single variable of a configuration's expression: the claims of a token, the user, or a request. */
export type Variable = 'claims' | 'user' | 'request';

interface VariableFacts {
  readonly type: string;
  readonly objects: Readonly<Record<string, Readonly<Record<string, ObjectField | undefined>> | undefined>>;
}

interface ObjectField {
  readonly type: string;
  /** The gate without which the field is not there. */
  readonly gate?: string | undefined;
}

const variables: Readonly<Record<Variable, VariableFacts>> = facts.cel;

/** The declarations of an expression at a target. */
export function declarationsOf(variable: Variable, surface: ApiSurface): Declarations {
  const { type, objects } = variables[variable];
  const isObject = (name: string): boolean => Object.hasOwn(objects, name);
  return {
    variables: new Map([[variable, readType(type, isObject)]]),
    structs: {
      has: isObject,
      field: (struct, name) => {
        const fields = isObject(struct) ? objects[struct] : undefined;
        const field = fields !== undefined && Object.hasOwn(fields, name) ? fields[name] : undefined;
        if (field === undefined || (field.gate !== undefined && !isGateOn(surface, field.gate))) return undefined;
        return readType(field.type, isObject);
      },
    },
  };
}
