import { Message, type MessageStrategy } from 'vscode-languageserver/browser';
import { crdSetsOf } from '../../targets/crds.ts';
import type { Packs } from './packs.ts';

/**
 * `cert-manager.io` in `cert-manager.io/v1`. Anchored at the beginning of a word, so that long words are scanned once.
 */
const groupOfVersion = /(?<![a-z0-9.-])[a-z0-9.-]+(?=\/v\d)/g;

/**
 * Delays texts from the client, and later messages, until the packs of the groups in their apiVersions are loaded.
 * Groups named otherwise, or typed piece by piece, are judged again when their pack arrives.
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
