import type { Connection } from 'vscode-languageserver/node';
import { addDefinitionsOf, definitionSources } from './features/addDefinitions.ts';
import { addLive, type LiveInput, liveContexts, refreshLive } from './features/liveTargets.ts';
import {
  type AddDefinitionsParams,
  type AddLiveParams,
  type DefinitionSourcesParams,
  methods,
  type TargetsParams,
} from './protocol.ts';

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

/** Answers what is asked of published definitions; `changed` is told when some were added. */
export function serveDefinitions(connection: Connection, input: () => LiveInput, changed: () => void): void {
  connection.onRequest(methods.definitionSources, (params: DefinitionSourcesParams) => definitionSources(params));
  connection.onRequest(methods.addDefinitions, async (params: AddDefinitionsParams) => {
    const result = await addDefinitionsOf(input(), params);
    if (result.added !== undefined) changed();
    return result;
  });
}
