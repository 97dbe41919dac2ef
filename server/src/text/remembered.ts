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
