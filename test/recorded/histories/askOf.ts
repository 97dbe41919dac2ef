import type { Change, WriteKind } from '../../../server/src/crd/evolution/rule.ts';
import { listOf, mapOf } from '../../support/values.ts';
import { type Evidence, experimentOf } from './experiments.ts';
import type { Installed } from './installed.ts';
import { changesOf, type IsolatedPair, knownDefinition } from './pairs.ts';

/** A change and the recorded evidence for it. */
export interface AnsweredChange extends Evidence {
  readonly code: string;
  readonly version: string | undefined;
  readonly message: string;
  /** The writes that the change is expected to break. */
  readonly claims: readonly WriteKind[] | undefined;
  /** The size of the definition, in characters. */
  readonly pair: number;
}

/**
 * Records how a server treats objects of a definition before and after it changes.
 *
 * @param installed the old definition, without objects.
 * @param choose selects the recorded changes.
 */
export async function askOf(
  pair: IsolatedPair,
  installed: Installed,
  choose: (changes: readonly Change[]) => readonly Change[],
): Promise<readonly AnsweredChange[]> {
  const knownPair = { before: knownDefinition(pair.before), after: knownDefinition(pair.after) };
  const errors = choose(changesOf(pair));
  const experiments = errors.map((change, index) => ({
    change,
    name: `a${index}`,
    experiment: experimentOf(change, knownPair),
  }));
  for (const { experiment, name } of experiments) await experiment?.arrange(installed, name);
  const { first, taken } = await installed.change(pair.after, 'after');
  const rows: AnsweredChange[] = [];
  for (const { change, experiment, name } of experiments) {
    if (experiment === undefined || !taken) continue;
    rows.push({ ...shown(change), ...(await experiment.act(installed, name)), pair: size(pair) });
  }
  const lists = new Map<string, number>();
  for (const { name } of listOf(mapOf(pair.before['spec'])['versions']).map(mapOf)) {
    lists.set(String(name), (await installed.list(String(name))).status);
  }
  const rollback = taken ? (await installed.change(pair.before, 'back')).first.status : undefined;
  for (const { change, experiment } of experiments) {
    if (experiment !== undefined) continue;
    const listStatus = lists.get(/The version (\w+)/.exec(change.message)?.[1] ?? '');
    const answers = {
      change: first.status,
      ...(rollback === undefined ? {} : { rollback }),
      ...(listStatus && { list: listStatus }),
    };
    rows.push({ ...shown(change), outcome: outcomeOf(change.rule.code, answers), answers, pair: size(pair) });
  }
  return rows;
}

/** The outcome for changes that are visible without an object, by the answers to the changes of a definition. */
function outcomeOf(code: string, answers: Evidence['answers']): Evidence['outcome'] {
  const shownBy: Readonly<Record<string, boolean>> = {
    'crd-stored-version-removed': answers['change'] === 422,
    'crd-storage-switched-at-once': answers['rollback'] === 422,
    'crd-version-replaced-at-once': answers['rollback'] === 422,
    'crd-version-removed': answers['list'] === 404,
  };
  const isShown = shownBy[code];
  return isShown === undefined ? 'unfound' : isShown ? 'shown' : 'denied';
}

function shown({ rule, version, message, refuses }: Change) {
  return { code: rule.code, version, message, claims: refuses?.writes };
}

function size({ before }: IsolatedPair): number {
  return JSON.stringify(before).length;
}
