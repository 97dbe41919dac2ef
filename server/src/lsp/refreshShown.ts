import type { Connection } from 'vscode-languageserver/node';
import type { ClientSupport } from './clientSupport.ts';

/** Has the client ask again for what is next to the text of open documents: lenses and hints. */
export function refreshShown(connection: Connection, { refreshesLenses, refreshesHints }: ClientSupport): void {
  const log = (error: unknown) => connection.console.warn(`lenses and hints are not requested again: ${error}`);
  if (refreshesLenses) connection.sendRequest('workspace/codeLens/refresh').catch(log);
  if (refreshesHints) connection.languages.inlayHint.refresh().catch(log);
}
