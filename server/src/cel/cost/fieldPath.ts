/**
 * The path from a variable to a part of it, like in cel-go's estimator: a Go slice, which shares its memory with the
 * slice it was appended to while that has capacity. Appending to one path can change another one, and with it the
 * server's cost.
 */
export interface SharedPath {
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of a value that no variable reaches. */
export const noPath: SharedPath = { memory: [], length: 0, capacity: 0 };

/** The path of a variable. */
export function pathOf(name: string): SharedPath {
  return { memory: [name], length: 1, capacity: 1 };
}

/** Go's `append(path, name)`: memory doubles when it is full. */
export function appended(path: SharedPath, name: string): SharedPath {
  const { length, capacity } = path;
  if (length < capacity) {
    path.memory[length] = name;
    return { memory: path.memory, length: length + 1, capacity };
  }
  const memory = path.memory.slice(0, length);
  memory.push(name);
  return { memory, length: length + 1, capacity: Math.max(1, capacity * 2) };
}

/** The present names of a path. */
export function namesOf({ memory, length }: SharedPath): readonly string[] {
  return memory.slice(0, length);
}
