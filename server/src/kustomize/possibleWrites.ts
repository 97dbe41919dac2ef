import { entryFor, type Node } from '../manifest/node.ts';
import type { PossibleWrite } from './assembled.ts';

/** Whether a write may have created a value at a path. */
export function mayHaveWritten(write: PossibleWrite, path: readonly string[]): boolean {
  if ('names' in write) return path.some((step) => write.names.includes(step));
  const { at, value } = write;
  for (const [index, step] of path.entries()) {
    const written = at[index];
    if (written === undefined) return mayHave(value, path.slice(index));
    if (written !== step && !(isItem(written) && isItem(step))) return false;
  }
  return true;
}

/** Whether a value may have something at a path; steps into lists mean any item. */
function mayHave(value: Node | undefined, [step, ...rest]: readonly string[]): boolean {
  if (value === undefined || step === undefined) return true;
  if (value.kind === 'scalar') return true;
  if (value.kind === 'list') return isItem(step) && value.items.some((item) => mayHave(item, rest));
  const entry = entryFor(value, step);
  return entry !== undefined && mayHave(entry.value, rest);
}

/** Whether a step leads into a list: a number, `-`, `*` or `[name=x]`. */
function isItem(step: string): boolean {
  return /^(?:[-+]?\d+|-|\*|\[.*\])$/.test(step);
}
