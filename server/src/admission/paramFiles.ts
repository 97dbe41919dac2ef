/** The parameters that policies and bindings of some texts refer to, by a search for words. */
export interface ParamWords {
  readonly kinds: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  /** Whether a binding selects parameters by labels. */
  readonly isSelecting: boolean;
}

const kindNamed = /\bparamKind["']?\s*:[\s\S]{0,200}?\bkind["']?\s*:\s*["']?(\w+)/g;
const nameNamed = /\bparamRef["']?\s*:[\s\S]{0,200}?\bname["']?\s*:\s*["']?([\w.-]+)/g;
const selecting = /\bparamRef["']?\s*:[\s\S]{0,300}?\bselector\b/;

/** The parameters that the policies and bindings of some texts refer to; undefined if none does. */
export function paramWordsIn(texts: readonly string[]): ParamWords | undefined {
  const found = texts.filter((text) => text.includes('paramKind') || text.includes('paramRef'));
  const kinds = new Set(found.flatMap((text) => [...text.matchAll(kindNamed)].map(([, kind = '']) => kind)));
  if (kinds.size === 0) return undefined;
  const names = new Set(found.flatMap((text) => [...text.matchAll(nameNamed)].map(([, name = '']) => name)));
  return { kinds, names, isSelecting: found.some((text) => selecting.test(text)) };
}

/** Whether a text may have such parameters. */
export function mayHoldParams(text: string, { kinds, names, isSelecting }: ParamWords): boolean {
  if (![...kinds].some((kind) => text.includes(kind))) return false;
  return isSelecting || [...names].some((name) => text.includes(name));
}
