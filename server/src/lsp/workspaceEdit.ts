import type { WorkspaceEdit } from 'vscode-languageserver/node';
import type { MakeEdit } from './features/codeActions.ts';

/**
 * Creates edits in the client's form.
 *
 * @param versioned whether they may name their document version, so that a later one is never changed.
 */
export function makeWorkspaceEdit(versioned: boolean): MakeEdit {
  return ({ uri, version, lines }, edits): WorkspaceEdit => {
    const changes = edits.map(({ span, newText }) => ({ range: lines.range(span), newText }));
    return versioned
      ? { documentChanges: [{ textDocument: { uri, version }, edits: changes }] }
      : { changes: { [uri]: changes } };
  };
}
