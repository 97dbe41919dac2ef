import { addedAround } from '../workspace/settings/addedDefinitions.ts';

/** The number shown at once; the command line lists all. */
const maxShown = 3;

/** Warns about unusable definitions added to a workspace, once while they are unchanged. */
export class AddedProblems {
  readonly #warn: (text: string) => void;
  #shown = '';

  /** @param warn shows a warning to the user. */
  constructor(warn: (text: string) => void) {
    this.#warn = warn;
  }

  /** Checks the definitions added around a folder. */
  report(folder: string): void {
    const problems = addedAround(folder, folder)?.problems ?? [];
    const texts = problems.map(({ location, message, remedy }) => `${location}: ${message}; ${remedy}`);
    const rest = texts.length > maxShown ? [`and ${texts.length - maxShown} more: kubecompat crds list`] : [];
    const text = [...texts.slice(0, maxShown), ...rest].join('\n');
    if (text !== '' && text !== this.#shown) this.#warn(text);
    this.#shown = text;
  }
}
