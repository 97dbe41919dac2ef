import { addedAround } from '../workspace/settings/addedDefinitions.ts';

/** How many are said at once; the command line lists them all. */
const mostTold = 3;

/** Says what cannot be used of the definitions that were added to a workspace: once, as long as it stays the same. */
export class AddedProblems {
  readonly #say: (text: string) => void;
  #said = '';

  /** @param say shows a warning to the user. */
  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Looks at what was added around a folder. */
  look(folder: string): void {
    const problems = addedAround(folder, folder)?.problems ?? [];
    const texts = problems.map(({ place, message, remedy }) => `${place}: ${message}; ${remedy}`);
    const rest = texts.length > mostTold ? [`and ${texts.length - mostTold} more: kubecompat crds list`] : [];
    const text = [...texts.slice(0, mostTold), ...rest].join('\n');
    if (text !== '' && text !== this.#said) this.#say(text);
    this.#said = text;
  }
}
