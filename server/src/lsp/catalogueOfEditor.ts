import { homedir } from 'node:os';
import { cataloguesFolder, chooseCatalogue } from '../workspace/settings/catalogueChoice.ts';
import { useCatalogue } from '../workspace/shipped/catalogueInUse.ts';

/** The catalogue of a server for its lifetime. */
export class CatalogueOfEditor {
  readonly #named: string | undefined;
  #folder: string | undefined;
  #said = '';

  /** @param named the catalogue in the editor's settings; undefined to use the lock file. */
  constructor(named: string | undefined) {
    this.#named = named;
  }

  /** Uses the named or pinned catalogue, if possible. Threads get it with their work. */
  start(folder: string): void {
    const choice = this.#choose(folder);
    this.#folder = choice.ok ? choice.folder : undefined;
    useCatalogue(this.#folder);
  }

  /** The message about the catalogue, once while it is unchanged; '' for none. */
  message(folder: string): string {
    const choice = this.#choose(folder);
    const text = choice.ok
      ? this.#changed(choice.folder)
      : `${choice.location}: ${choice.message}, so the one that ships with kubecompat is used; ${choice.remedy}`;
    const isNew = text !== this.#said;
    this.#said = text;
    return isNew ? text : '';
  }

  #changed(folder: string | undefined): string {
    return folder === this.#folder
      ? ''
      : 'The catalogue of Kubernetes releases was changed by a setting or a pin; restart the language server to use it.';
  }

  #choose(cwd: string) {
    const installed = cataloguesFolder(process.env, homedir(), process.platform);
    // A folder could come from an untrusted workspace; installed ones are validated.
    return chooseCatalogue({ named: this.#named, location: 'kubecompat.catalogue', takesPaths: false, cwd, installed });
  }
}
