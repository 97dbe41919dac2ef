/**
 * The path from a variable to a part of it, as cel-go's estimator keeps it: a Go slice, which shares its memory with the
 * slice that it was appended to while that has room. What is appended to one path can so change another one, and with it
 * the cost that the server finds.
 */
export interface SharedPath {
  readonly memory: string[];
  readonly length: number;
  readonly capacity: number;
}

/** The path of what cannot be reached from a variable. */
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

/** The names of a path as they are now. */
export function namesOf({ memory, length }: SharedPath): readonly string[] {
  return memory.slice(0, length);
}
