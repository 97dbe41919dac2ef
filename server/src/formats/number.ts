import { outOfRange } from './format.ts';

/** A port: `IsValidPortNum`. */
export function portNumber(value: number): readonly string[] {
  return value >= 1 && value <= 65535 ? [] : [outOfRange(1, 65535)];
}

/** A user or group: `IsValidUserID`, `IsValidGroupID`. */
export function userId(value: number): readonly string[] {
  return value >= 0 && value <= 2147483647 ? [] : [outOfRange(0, 2147483647)];
}
