import type { Connection } from 'vscode-languageserver/node';
import type { ClientSupport } from './clientSupport.ts';

/** Makes the client request lenses and hints of open documents again. */
export function refreshShown(connection: Connection, { refreshesLenses, refreshesHints }: ClientSupport): void {
  const log = (error: unknown) => connection.console.warn(`lenses and hints are not requested again: ${error}`);
  if (refreshesLenses) connection.sendRequest('workspace/codeLens/refresh').catch(log);
  if (refreshesHints) connection.languages.inlayHint.refresh().catch(log);
}
