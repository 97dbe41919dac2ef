/** Does some work, and returns its result as long as that is valid; then undefined. */
export type Remember = <Result>(work: () => Result) => () => { readonly value: Result } | undefined;

/** For results that depend on nothing that changes. */
export const rememberForever: Remember = (work) => {
  const result = { value: work() };
  return () => result;
};
