import type { WorkspaceEdit } from 'vscode-languageserver/node';
import type { MakeEdit } from './features/codeActions.ts';

/**
 * Makes edits in the form the client takes.
 *
 * @param versioned whether they may name the version they are meant for, so that a later one is never touched.
 */
export function makeWorkspaceEdit(versioned: boolean): MakeEdit {
  return ({ uri, version, lines }, edits): WorkspaceEdit => {
    const changes = edits.map(({ span, newText }) => ({ range: lines.range(span), newText }));
    return versioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits: changes }] }
      : { changes: { [uri]: changes } };
  };
}
