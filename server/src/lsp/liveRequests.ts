import type { Connection } from 'vscode-languageserver/node';
import { addLive, type LiveInput, liveContexts, refreshLive } from './features/liveTargets.ts';
import { type AddLiveParams, methods, type TargetsParams } from './protocol.ts';

/** Answers what is asked of live clusters; `changed` is told when a copy of one is another. */
export function serveLive(connection: Connection, input: () => LiveInput, changed: () => void): void {
  connection.onRequest(methods.liveContexts, () => liveContexts(input()));
  connection.onRequest(methods.addLive, async (params: AddLiveParams) => {
    const result = await addLive(input(), params);
    if (result.added !== undefined) changed();
    return result;
  });
  connection.onRequest(methods.refreshLive, async ({ uri }: TargetsParams) => {
    const result = await refreshLive(input(), uri);
    if (result.refreshed.length > 0) changed();
    return result;
  });
}
