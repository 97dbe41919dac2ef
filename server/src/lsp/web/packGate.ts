import { Message, type MessageStrategy } from 'vscode-languageserver/browser';
import { crdSetsOf } from '../../targets/crds.ts';
import type { Packs } from './packs.ts';

/** `cert-manager.io` in `cert-manager.io/v1`. Begins at the beginning of a word, so that long words are read once. */
const groupOfVersion = /(?<![a-z0-9.-])[a-z0-9.-]+(?=\/v\d)/g;

/**
 * Holds back texts that the client hands over, and what comes after them, until the packs are there whose groups they
 * name as apiVersions. What names a group in another way, or is typed in pieces, is judged again when its pack comes.
 */
export class PackGate implements MessageStrategy {
  readonly #packs: Packs;
  #last: Promise<void> | undefined;

  constructor(packs: Packs) {
    this.#packs = packs;
  }

  /** Hands on a message in its turn. Answers have none: packs come in them. */
  handleMessage: MessageStrategy['handleMessage'] = (message, next) => {
    if (Message.isResponse(message)) return next(message);
    const coming = Message.isNotification(message) ? this.#packs.load(setsNamedIn(message.params)) : undefined;
    if (coming === undefined && this.#last === undefined) return next(message);
    const turn = Promise.all([this.#last, coming]).then(() => {
      if (this.#last === turn) this.#last = undefined;
      void next(message);
    });
    this.#last = turn;
  };
}

/** The sets whose groups any text of a value names. */
function setsNamedIn(value: unknown): readonly string[] {
  const groups = new Set(textsIn(value).flatMap((text) => text.match(groupOfVersion) ?? []));
  return [...new Set([...groups].flatMap((group) => crdSetsOf(group).map(({ name }) => name)))];
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
