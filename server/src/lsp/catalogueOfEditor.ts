import { homedir } from 'node:os';
import { cataloguesFolder, chooseCatalogue } from '../workspace/settings/catalogueChoice.ts';
import { useCatalogue } from '../workspace/shipped/catalogueInUse.ts';

/** Which catalogue a server goes by, until it ends. */
export class CatalogueOfEditor {
  readonly #named: string | undefined;
  #folder: string | undefined;
  #said = '';

  /** @param named what the editor's settings name; undefined where they leave it to the lock file. */
  constructor(named: string | undefined) {
    this.#named = named;
  }

  /** Goes by the catalogue that is named or pinned, if it can be. Threads are told with their work. */
  start(folder: string): void {
    const choice = this.#choose(folder);
    this.#folder = choice.ok ? choice.folder : undefined;
    useCatalogue(this.#folder);
  }

  /** What there is to say of the catalogue: once, as long as it stays the same; '' for nothing. */
  look(folder: string): string {
    const choice = this.#choose(folder);
    const text = choice.ok
      ? this.#changed(choice.folder)
      : `${choice.place}: ${choice.message}, so the one that ships with kubecompat is used; ${choice.remedy}`;
    const isNew = text !== this.#said;
    this.#said = text;
    return isNew ? text : '';
  }

  #changed(folder: string | undefined): string {
    return folder === this.#folder
      ? ''
      : 'Another catalogue of Kubernetes releases is named or pinned now; restart the language server to use it.';
  }

  #choose(cwd: string) {
    const installed = cataloguesFolder(process.env, homedir(), process.platform);
    // A folder could come from a workspace that nobody trusts; what is installed was checked.
    return chooseCatalogue({ named: this.#named, place: 'kubecompat.catalogue', takesPaths: false, cwd, installed });
  }
}
