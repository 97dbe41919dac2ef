import type { PrintCondition } from '../../helm/placement.ts';
import type { Node } from '../../manifest/node.ts';
import type { OpenObject, Supposition } from './openObject.ts';

/** The number of pseudorandom cases. */
const mixedCases = 32;

/**
 * The cases in which a template is tried: each alternative and each choice alone, all together, and mixed. The first two
 * take the first and the last branch of every choice.
 *
 * @param forced the conditions that certainly hold.
 */
export function* suppositions(object: OpenObject, forced: readonly PrintCondition[]): Generator<Supposition> {
  const { alternatives, choices } = object;
  const forcedBranches = new Map(forced.map(({ choice, branch }) => [choice, branch]));
  const first = (choice: number) => forcedBranches.get(choice) ?? 0;
  const last = (choice: number) => forcedBranches.get(choice) ?? (choices.get(choice) ?? 2) - 1;
  const all = (index: number) => (_: Node, count: number) => index % count;
  yield { branch: first, alternative: all(0) };
  yield { branch: last, alternative: all(1) };
  const max = Math.max(0, ...alternatives.values());
  for (let index = 1; index < max; index++) yield { branch: first, alternative: all(index) };
  for (let index = 0; index < Math.min(max, 4); index++) yield { branch: last, alternative: all(index) };
  const bases: readonly Supposition[] = [
    { branch: first, alternative: all(0) },
    { branch: first, alternative: all(1) },
  ];
  for (const { branch, alternative } of bases) {
    for (const value of alternatives.keys()) {
      const other = (count: number) => (alternative(value, count) === 0 ? 1 : 0) % count;
      yield { branch, alternative: (node, count) => (node === value ? other(count) : alternative(node, count)) };
    }
    for (const [choice, count] of choices) {
      if (forcedBranches.has(choice)) continue;
      for (let index = 0; index < count; index++) {
        yield { branch: (candidate) => (candidate === choice ? index : branch(candidate)), alternative };
      }
    }
  }
  const numbers = mixer();
  for (let index = 0; index < mixedCases; index++) yield mixedCase(object, forcedBranches, numbers);
}

function mixedCase(
  { alternatives: countsByNode, choices }: OpenObject,
  forcedBranches: ReadonlyMap<number, number>,
  next: () => number,
): Supposition {
  const branches = new Map(
    [...choices].map(([choice, count]) => [choice, forcedBranches.get(choice) ?? next() % count]),
  );
  const alternatives = new Map([...countsByNode].map(([node, count]) => [node, next() % count]));
  return {
    branch: (choice) => branches.get(choice) ?? forcedBranches.get(choice) ?? 0,
    alternative: (node) => alternatives.get(node) ?? 0,
  };
}

/** A deterministic generator of integers from 0 up to, but not including, 2^24. */
function mixer(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 8;
  };
}
