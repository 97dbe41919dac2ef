import { outOfRange } from './format.ts';

const none: readonly string[] = [];

/** A port: `IsValidPortNum`. */
export function portNumber(value: number): readonly string[] {
  return value >= 1 && value <= 65535 ? none : [outOfRange(1, 65535)];
}

/** A user or group: `IsValidUserID`, `IsValidGroupID`. */
export function userId(value: number): readonly string[] {
  return value >= 0 && value <= 2147483647 ? none : [outOfRange(0, 2147483647)];
}
