import type { Report } from '../playground/protocol.ts';
import { CheckerClient } from './checkerClient.ts';

/** Longer texts are not checked at every version: it would take seconds. */
const longest = 100_000;

/**
 * The result of every version for the text, by the colours of the timeline, computed one after the other in a worker.
 */
export class VersionOutlook {
  readonly #client: CheckerClient;
  readonly #minors: readonly HTMLInputElement[];
  #turn = 0;

  constructor(root: string, minors: readonly HTMLInputElement[]) {
    this.#client = new CheckerClient(root);
    this.#minors = minors;
  }

  /** Starts with a text; earlier work is dropped. */
  of(text: string): void {
    this.#turn++;
    void this.#look(text, this.#turn);
  }

  async #look(text: string, turn: number): Promise<void> {
    // The newest first, which readers need most.
    for (const minor of this.#minors.toReversed()) {
      if (turn !== this.#turn) return;
      if (text.length > longest) mark(minor, '');
      else {
        const answer = await this.#client.ask({ ask: 'check', text, targets: [minor.value] });
        if (turn !== this.#turn) return;
        mark(minor, answer.answer === 'checked' ? outcomeOf(answer.report) : '');
      }
    }
  }
}

const words = { '': '', refused: 'refuses', dropped: 'drops fields', warned: 'warns', fine: 'accepts all' } as const;

function mark(minor: HTMLInputElement, outcome: keyof typeof words): void {
  const label = minor.closest('label');
  if (label === null) return;
  label.dataset['outcome'] = outcome;
  minor.ariaLabel = outcome === '' ? null : `${minor.value} ${words[outcome]}`;
  label.title = outcome === '' ? '' : `${minor.value} ${words[outcome]}`;
}

function outcomeOf({ findings, resources }: Report): keyof typeof words {
  if (findings.some(({ severity, consequence }) => severity === 'error' && consequence !== 'dropped')) return 'refused';
  if (findings.some(({ consequence }) => consequence === 'dropped' || consequence === 'unknown-field'))
    return 'dropped';
  if (findings.some(({ severity }) => severity === 'error' || severity === 'warning')) return 'warned';
  return resources === 0 ? '' : 'fine';
}
