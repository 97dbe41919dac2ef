import facts from '../../../data/authored/helm-objects.json' with { type: 'json' };
import type { ValuePath } from './scope.ts';

const members: ReadonlyMap<string, string> = new Map(Object.entries(facts.members));

/** A member of the root object of templates, with its description. */
export interface Member {
  readonly name: string;
  readonly text: string;
}

/**
 * The members of an object in templates, besides values.
 *
 * Source: `data/authored/helm-objects.json`.
 */
export function membersOf(path: ValuePath): readonly Member[] {
  const prefix = path.map((step) => `${step}.`).join('');
  return [...members]
    .filter(([name]) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
    .map(([name, text]) => ({ name: name.slice(prefix.length), text }));
}

/** The description of a member; undefined for an unknown one. */
export function memberText(path: ValuePath): string | undefined {
  return members.get(path.join('.'));
}

/** Functions of templates by where they come from, and the words that begin and end actions. */
export const functions: readonly { readonly of: string; readonly names: readonly string[] }[] = [
  { of: 'Helm', names: facts.functions.helm },
  { of: 'Go', names: facts.functions.go },
  { of: 'Sprig', names: facts.functions.sprig },
  { of: 'an action', names: facts.functions.control },
];
