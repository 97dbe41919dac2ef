import type { Change, Refusal, RuleOverrides, SchemaPair, WriteKind } from './rule.ts';

const scalars: ReadonlySet<string> = new Set(['string', 'integer', 'number', 'boolean']);

/**
 * What stricter validation of a value breaks: the writes of previously valid objects that fail, and who is affected. A
 * ratcheting server accepts unchanged values as far as it can correlate them. The root of an object changes with its
 * labels; a status update is validated by the schema of the status alone, and by all rules. Source:
 * apiextensions-apiserver pkg/registry/customresource, validator.go and status_strategy.go; verified on a server.
 *
 * @param by what refuses the value: its schema, or one of its rules.
 */
export function brokenByStricter(pair: SchemaPair, by: 'schema' | 'rule' = 'schema'): RuleOverrides {
  const refuses = pair.ratchets ? refusedByRatcheting(pair, by) : refusedAlways(pair, by);
  const { writes, within } = refuses;
  const isScalar = pair.unit.list === undefined && (scalars.has(pair.after.type) || pair.after.intOrString);
  // An unchanged scalar is accepted, and a changed one is the client's.
  const isStoredBroken = within === undefined || (!isScalar && writes.some((write) => write !== 'creates'));
  return { breaks: isStoredBroken ? ['stored objects', 'old clients'] : ['old clients'], refuses };
}

/**
 * What breaks if a value is refused in every update: validation of embedded resources, and list items without keys,
 * which cannot be correlated.
 */
export function brokenAlways(pair: SchemaPair): RuleOverrides {
  return { breaks: ['stored objects', 'old clients'], refuses: refusedAlways(pair, 'schema') };
}

/** What a transition rule breaks: creates and unchanged values are never refused. */
export function brokenByTransition({ field, unit }: SchemaPair): RuleOverrides {
  const refuses: Refusal = { writes: [unit.isStatus ? 'status updates' : 'spec updates'], within: shown(field) };
  return { breaks: ['old clients'], refuses };
}

function refusedByRatcheting({ field, unit }: SchemaPair, by: 'schema' | 'rule'): Refusal {
  if (field === '.') {
    const writes: readonly WriteKind[] = ['creates', 'label updates', 'spec updates'];
    return { writes: by === 'rule' ? [...writes, 'status updates'] : writes, within: undefined };
  }
  const within = shown(unit.list ?? field);
  return { writes: unit.isStatus ? ['status updates'] : ['creates', 'spec updates'], within };
}

function refusedAlways({ unit }: SchemaPair, by: 'schema' | 'rule'): Refusal {
  const updates: readonly WriteKind[] = ['label updates', 'spec updates'];
  if (unit.isStatus) return { writes: [...updates, 'status updates'], within: undefined };
  const writes: readonly WriteKind[] = ['creates', ...updates];
  return { writes: by === 'rule' ? [...writes, 'status updates'] : writes, within: undefined };
}

function shown(field: string): string | undefined {
  return field === '.' ? undefined : field;
}

/** The writes that a change refuses, for people; undefined if it refuses none. */
export function refusedWrites({ refuses }: Pick<Change, 'refuses'>): string | undefined {
  if (refuses === undefined) return undefined;
  const { writes, within } = refuses;
  if (within === undefined) return writes.join(', ');
  return writes.map((write) => (write === 'creates' ? write : `${wordOf(write)} that change ${within}`)).join(', ');
}

function wordOf(write: WriteKind): string {
  return write === 'spec updates' ? 'updates' : write;
}
