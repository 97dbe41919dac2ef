import type { PlaceStep } from './locate.ts';
import { isValueList, isValueMap, type Value } from './value.ts';

/** One change to a resource, stated on its value; `applyChange` and `conversion/text.ts` carry it out. */
export type Change = SetChange | InsertChange | MoveChange;

/** Gives the scalar field at `place`, which is there, another value. */
export interface SetChange {
  readonly change: 'set';
  readonly place: readonly string[];
  readonly value: string;
}

/** Adds a field that is absent, with the objects on the way to it. */
export interface InsertChange {
  readonly change: 'insert';
  readonly place: readonly PlaceStep[];
  readonly value: Value;
  readonly after: string | undefined;
}

/** Moves fields within the object at `place`; they all go to different names. */
export interface MoveChange {
  readonly change: 'move';
  readonly place: readonly PlaceStep[];
  readonly moves: readonly { readonly from: string; readonly to: readonly string[] }[];
}

/** The value after a change; what the change does not speak of is shared with the value before. */
export function applyChange(value: Value, change: Change): Value {
  if (change.change === 'move') {
    return update(value, change.place, (object) => {
      let result = object;
      for (const { from, to } of change.moves) {
        if (!isValueMap(result)) return object;
        const { [from]: moved, ...rest } = result;
        result = moved === undefined ? result : update(rest, to, () => moved);
      }
      return result;
    });
  }
  const { value: added } = change;
  return update(value, change.place, () => added);
}

function update(value: Value | undefined, place: readonly PlaceStep[], how: (value: Value) => Value): Value {
  const [step, ...rest] = place;
  if (step === undefined) return how(value ?? null);
  if (typeof step === 'number') {
    return isValueList(value) ? value.map((item, i) => (i === step ? update(item, rest, how) : item)) : (value ?? null);
  }
  if (value !== undefined && value !== null && !isValueMap(value)) return value;
  const map = value ?? {};
  return { ...map, [step]: update(map[step], rest, how) };
}
