import { parseYaml } from '../parseYaml.ts';

/** Longer sources are not re-read to test a remedy, because an editor asks at every keystroke. */
export const longestReread = 20_000;

/** Whether a changed source is read, at least some lines beyond an offset. Never of a long one. */
export function isReadBeyond(source: string, end: number): boolean {
  if (source.length > longestReread) return false;
  const { errors } = parseYaml(source);
  const [first] = errors.map(({ pos }) => pos[0]).sort((a, b) => a - b);
  return first === undefined || source.slice(end, first).split('\n').length > 4;
}
