import { formatPath } from '../../text/fieldPath.ts';
import type { Refusal } from './pluginRule.ts';

/** The refusals that are in every list: what holds however something unknown is. */
export function commonRefusals(lists: readonly (readonly Refusal[])[]): readonly Refusal[] {
  const [first = [], ...others] = lists;
  const keys = others.map((list) => new Set(list.map(key)));
  return first.filter((refusal) => keys.every((known) => known.has(key(refusal))));
}

function key({ at, message }: Refusal): string {
  return `${formatPath(at.path)} ${message}`;
}
