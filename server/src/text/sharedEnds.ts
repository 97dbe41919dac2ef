/** Blocks are compared at once, which is many times as fast as unit by unit. */
const block = 1024;

/** How many UTF-16 units two texts share at their start. */
export function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length + block <= most && a.slice(length, length + block) === b.slice(length, length + block)) length += block;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++;
  return length;
}

/** How many UTF-16 units two texts share at their end. @param most the largest answer. */
export function sharedEnd(a: string, b: string, most: number): number {
  const before = (text: string, length: number, size: number) =>
    text.slice(text.length - length - size, text.length - length);
  let length = 0;
  while (length + block <= most && before(a, length, block) === before(b, length, block)) length += block;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length++;
  return length;
}
