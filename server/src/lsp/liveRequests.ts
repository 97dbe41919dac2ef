import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import { addDefinitionsOf, definitionSources } from './features/addDefinitions.ts';
import { addLive, type LiveInput, type LiveReadState, liveContexts, refreshLive } from './features/liveTargets.ts';
import { renderRemoteChart } from './features/remoteCharts.ts';
import { signalOf } from './features/workspaceFiles.ts';
import {
  type AddDefinitionsParams,
  type AddLiveParams,
  type DefinitionSourcesParams,
  methods,
  type ProgressOptions,
  type RefreshLiveParams,
  type RemoteChartParams,
  type RemoteChartResult,
} from './protocol.ts';
import type { Session } from './session.ts';

/** Serves requests about live clusters; `changed` is called when a copy changes. */
export function serveLive(connection: Connection, input: () => LiveInput, changed: () => void): void {
  /** Reads clusters with progress and cancellation. */
  const shown = async <T>(
    { workDoneToken }: ProgressOptions,
    token: CancellationToken,
    read: (reading: LiveReadState) => Promise<T>,
  ) => {
    const reporter = await connection.window.attachWorkDoneProgress(workDoneToken);
    reporter.begin('');
    try {
      return await read({ signal: signalOf(token), onProgress: (what) => reporter.report(what) });
    } finally {
      reporter.done();
    }
  };
  connection.onRequest(methods.liveContexts, () => liveContexts(input()));
  connection.onRequest(methods.addLive, async (params: AddLiveParams, token) => {
    const result = await shown(params, token, (reading) => addLive(input(), params, reading));
    if (result.added !== undefined) changed();
    return result;
  });
  connection.onRequest(methods.refreshLive, async (params: RefreshLiveParams, token) => {
    const result = await shown(params, token, (reading) => refreshLive(input(), params.uri, reading));
    if (result.refreshed.length > 0) changed();
    return result;
  });
}

/** Serves requests about charts that are not in the workspace. @param openText the text of an open document. */
export function serveRemoteCharts(
  connection: Connection,
  session: Session,
  openText: (uri: string) => string | undefined,
): void {
  connection.onRequest<RemoteChartResult, void>(methods.renderRemoteChart, async (params: RemoteChartParams) => {
    await session.started;
    return renderRemoteChart(session, params, openText);
  });
}

/** Serves requests about published definitions; `changed` is called when some were added. */
export function serveDefinitions(connection: Connection, input: () => LiveInput, changed: () => void): void {
  connection.onRequest(methods.definitionSources, (params: DefinitionSourcesParams) => definitionSources(params));
  connection.onRequest(methods.addDefinitions, async (params: AddDefinitionsParams) => {
    const result = await addDefinitionsOf(input(), params);
    if (result.added !== undefined) changed();
    return result;
  });
}
