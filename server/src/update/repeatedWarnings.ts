import table from '../../data/authored/ratcheting.json' with { type: 'json' };
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { isFromServer } from './fromServer.ts';
import { groupKind } from './rules.ts';
import { addsNothing, hasPath, sameAt } from './values.ts';

interface WarningFact {
  readonly kinds: readonly string[];
  readonly path: string;
  readonly changed?: readonly (readonly string[])[];
  readonly unless?: readonly (readonly string[])[];
}

const facts: readonly WarningFact[] = table.warnings;

/**
 * Whether the server warns on create but not on this update (`WarningsOnCreate` and `WarningsOnUpdate` of the
 * strategies).
 */
export function isRepeatedWarning({ code, path }: Finding, now: Resource, stored: Resource): boolean {
  if (code !== 'server-warning') return false;
  const kind = groupKind(now);
  return facts.some((fact) => {
    if (!fact.kinds.some((candidate) => candidate === '*' || candidate === kind) || !new RegExp(fact.path).test(path))
      return false;
    if (fact.unless !== undefined) return fact.unless.some((at) => hasPath(stored.root, at));
    return fact.changed === undefined || fact.changed.every((at) => isUnchanged(now, stored, at));
  });
}

/** An object from a server has more fields than a manifest: defaults, and those of other managers. */
function isUnchanged(now: Resource, stored: Resource, path: readonly string[]): boolean {
  if (!isFromServer(stored.root)) return sameAt(now.root, stored.root, path);
  return addsNothing(now.root, stored.root, path);
}
