/** The kinds and names of the parameters that policies and bindings refer to, found by searching for words. */
export interface ParamWords {
  readonly kinds: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Whether a binding selects parameters by labels. */
  readonly isSelecting: boolean;
}

const kindNamed = /\bparamKind["']?\s*:[\s\S]{0,200}?\bkind["']?\s*:\s*["']?(\w+)/g;
const nameNamed = /\bparamRef["']?\s*:[\s\S]{0,200}?\bname["']?\s*:\s*["']?([\w.-]+)/g;
const selecting = /\bparamRef["']?\s*:[\s\S]{0,300}?\bselector\b/;

/** Whether a text may have policies or bindings with parameters. */
export function refersToParams(text: string): boolean {
  return text.includes('paramKind') || text.includes('paramRef');
}

/** The parameters that the policies and bindings of a text refer to; undefined if it has none. */
export function paramWordsIn(text: string): ParamWords | undefined {
  if (!refersToParams(text)) return undefined;
  const kinds = new Set([...text.matchAll(kindNamed)].map(([, kind = '']) => kind));
  const names = new Set([...text.matchAll(nameNamed)].map(([, name = '']) => name));
  return { kinds, names, isSelecting: selecting.test(text) };
}

/** The parameters that several texts refer to together; undefined if no policy has parameters. */
export function joinedParamWords(all: readonly ParamWords[]): ParamWords | undefined {
  const kinds = new Set(all.flatMap((words) => [...words.kinds]));
  if (kinds.size === 0) return undefined;
  const names = new Set(all.flatMap((words) => [...words.names]));
  return { kinds, names, isSelecting: all.some(({ isSelecting }) => isSelecting) };
}

/** Whether a text may have one of these parameters. */
export function mayHoldParams(text: string, { kinds, names, isSelecting }: ParamWords): boolean {
  if (![...kinds].some((kind) => text.includes(kind))) return false;
  return isSelecting || [...names].some((name) => text.includes(name));
}

/** Whether a text refers to more parameters than `others`. */
export function hasMoreWords({ kinds, names, isSelecting }: ParamWords, others: ParamWords | undefined): boolean {
  const isNew = (words: ReadonlySet<string>, known: ReadonlySet<string> | undefined) =>
    [...words].some((word) => known?.has(word) !== true);
  return isNew(kinds, others?.kinds) || isNew(names, others?.names) || (isSelecting && others?.isSelecting !== true);
}
