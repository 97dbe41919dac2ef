import { type Connection, MessageType, ShowMessageNotification, type TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Diagnostics } from '../features/diagnostics.ts';
import type { WorkspaceDiagnostics } from '../features/workspaceDiagnostics.ts';
import type { Session } from '../session.ts';
import { filePathOf } from '../uris.ts';
import { untrusted } from './kustomizationBuilds.ts';

/**
 * Publishes the findings of kustomization builds in workspace files, and tells the user once if builds are not
 * possible.
 */
export function attachBuilds(
  connection: Connection,
  documents: TextDocuments<TextDocument>,
  { builds }: Session,
  closed: WorkspaceDiagnostics,
  diagnostics: Diagnostics,
): void {
  const openPaths = () => new Set(documents.keys().flatMap((uri) => filePathOf(uri) ?? []));
  builds.attach({
    ...closed.buildGround(openPaths),
    changed: (paths) => {
      closed.rebuilt(paths);
      diagnostics.refresh();
    },
    unavailable: (why) => {
      const message = `Kubecompat: kubecompat.kustomize.build is on, but no kustomization is built: ${why}.`;
      // The editor itself shows that a workspace is not trusted.
      if (why === untrusted) connection.console.info(message);
      else void connection.sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message });
    },
  });
}
