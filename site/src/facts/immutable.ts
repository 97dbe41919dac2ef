import table from '../../../server/data/authored/immutable-fields.json' with { type: 'json' };

interface ImmutableFact {
  readonly kinds: readonly string[];
  readonly paths: readonly (readonly string[])[];
  readonly until?: string;
  readonly compares?: string;
  readonly when?: unknown;
  readonly settable?: unknown;
  readonly free?: string;
  readonly gate?: string;
}

const rules: readonly ImmutableFact[] = table.rules;

/** The immutable fields of a kind: by path without marks of lists and maps, with the note. */
export function immutablePaths(group: string, kind: string): ReadonlyMap<string, string> {
  const name = group === '' ? kind : `${group}/${kind}`;
  const found = new Map<string, string>();
  for (const rule of rules) {
    if (!rule.kinds.includes(name) && !rule.kinds.includes('*')) continue;
    for (const path of rule.paths) {
      // Items and keys have no separate row.
      const named = path.filter((step) => /^[A-Za-z]+$/.test(step)).join('.');
      if (!found.has(named) || isPlain(rule)) found.set(named, textOf(rule));
    }
  }
  return found;
}

function isPlain({ when, settable, free, gate, compares }: ImmutableFact): boolean {
  return [when, settable, free, gate, compares].every((condition) => condition === undefined);
}

function textOf(rule: ImmutableFact): string {
  const until = rule.until === undefined ? '' : ` until ${rule.until}`;
  switch (rule.compares) {
    case 'count':
      return `the number of items${until}`;
    case 'increase':
      return `may not rise${until}`;
    default:
      return isPlain(rule) || rule.compares !== undefined ? until.trim() : `in some cases${until}`;
  }
}
