import { addedAround } from '../workspace/settings/addedDefinitions.ts';

/** How many are said at once; the command line lists them all. */
const mostShown = 3;

/** Says what cannot be used of the definitions that were added to a workspace: once, as long as it stays the same. */
export class AddedProblems {
  readonly #warn: (text: string) => void;
  #shown = '';

  /** @param say shows a warning to the user. */
  constructor(say: (text: string) => void) {
    this.#warn = say;
  }

  /** Looks at what was added around a folder. */
  report(folder: string): void {
    const problems = addedAround(folder, folder)?.problems ?? [];
    const texts = problems.map(({ place, message, remedy }) => `${place}: ${message}; ${remedy}`);
    const rest = texts.length > mostShown ? [`and ${texts.length - mostShown} more: kubecompat crds list`] : [];
    const text = [...texts.slice(0, mostShown), ...rest].join('\n');
    if (text !== '' && text !== this.#shown) this.#warn(text);
    this.#shown = text;
  }
}
