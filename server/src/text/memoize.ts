import { getOrInsertComputed } from './getOrInsertComputed.ts';

/**
 * Memoizes a function, including undefined results.
 *
 * @param keyOf maps equal questions to equal keys; the default compares questions by identity.
 */
export function memoize<Question, Value>(
  answer: (question: Question) => Value,
  keyOf: (question: Question) => unknown = (question) => question,
): (question: Question) => Value {
  const known = new Map<unknown, { readonly value: Value }>();
  return (question) => getOrInsertComputed(known, keyOf(question), () => ({ value: answer(question) })).value;
}

/** Memoizes a function by identity without keeping its questions alive, including undefined results. */
export function memoizeWeakly<Question extends object, Value>(
  answer: (question: Question) => Value,
): (question: Question) => Value {
  const known = new WeakMap<Question, { readonly value: Value }>();
  return (question) => getOrInsertComputed(known, question, () => ({ value: answer(question) })).value;
}

/** Memoizes the last call only. */
export function memoizeLast<Question, Value>(answer: (question: Question) => Value): (question: Question) => Value {
  let last: { readonly question: Question; readonly value: Value } | undefined;
  return (question) => {
    if (last === undefined || last.question !== question) last = { question, value: answer(question) };
    return last.value;
  };
}
