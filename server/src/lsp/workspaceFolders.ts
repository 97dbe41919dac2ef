import type { Connection, InitializeParams } from 'vscode-languageserver/node';
import { filePathOf } from './uris.ts';

/** The folders of the workspace that are on disk. */
export class WorkspaceFolders {
  readonly #uris: Set<string>;

  constructor(initial: readonly { readonly uri: string }[]) {
    this.#uris = new Set(initial.map(({ uri }) => uri));
  }

  /** Their present paths. */
  get paths(): readonly string[] {
    return [...this.#uris].flatMap((uri) => filePathOf(uri) ?? []);
  }

  /** Whether there are folders, all of them not on disk. */
  get isVirtual(): boolean {
    return this.#uris.size > 0 && this.paths.length === 0;
  }

  /** Follows the client's changes from now on; `changed` is called after each. */
  follow(connection: Connection, changed: () => void): void {
    connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
      for (const { uri } of removed) this.#uris.delete(uri);
      for (const { uri } of added) this.#uris.add(uri);
      changed();
    });
  }
}

/** The folders that a client names at its start; older clients name one root. */
export function foldersOf({ workspaceFolders, rootUri }: InitializeParams): readonly { readonly uri: string }[] {
  return workspaceFolders ?? (rootUri === null ? [] : [{ uri: rootUri }]);
}
