import { type Connection, MessageType, ShowMessageNotification } from 'vscode-languageserver/node';
import { AddedProblems } from './addedProblems.ts';
import type { CatalogueOfEditor } from './catalogueOfEditor.ts';

/** Checks the lock file around a folder and shows its problems to the user. */
export function reportLockProblems(
  connection: Connection,
  catalogue: CatalogueOfEditor,
  folder: () => string,
): () => void {
  const warn = (message: string) => {
    void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
  };
  const added = new AddedProblems(warn);
  return () => {
    added.report(folder());
    const lockProblem = catalogue.message(folder());
    if (lockProblem !== '') warn(lockProblem);
  };
}
