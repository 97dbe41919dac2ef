/**
 * The same answer again for the same question, also where that is undefined.
 *
 * @param keyOf tells equal questions by equal keys; without it the same question is meant.
 */
export function remembered<Question, Value>(
  answer: (question: Question) => Value,
  keyOf: (question: Question) => unknown = (question) => question,
): (question: Question) => Value {
  const known = new Map<unknown, { readonly value: Value }>();
  return (question) => {
    const key = keyOf(question);
    let found = known.get(key);
    if (found === undefined) {
      found = { value: answer(question) };
      known.set(key, found);
    }
    return found.value;
  };
}

/** The same answer again as long as the same question is asked. Keeps one question and its answer alive. */
export function lastRemembered<Question, Value>(answer: (question: Question) => Value): (question: Question) => Value {
  let last: { readonly question: Question; readonly value: Value } | undefined;
  return (question) => {
    if (last === undefined || last.question !== question) last = { question, value: answer(question) };
    return last.value;
  };
}
