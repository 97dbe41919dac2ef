import {
  type Disposable,
  l10n,
  ProgressLocation,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  methods,
  type RemoteChartParams,
  type RemoteChartResult,
  remoteChartScheme,
} from '../../server/src/lsp/protocol.ts';

/** Documents with Helm's output for charts that were fetched: the server checks them like the file that installs the chart. */
export class RemoteCharts implements Disposable, TextDocumentContentProvider {
  readonly #client: BaseLanguageClient;
  readonly #texts = new Map<string, string>();
  readonly #registration: Disposable;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#registration = workspace.registerTextDocumentContentProvider(remoteChartScheme, this);
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Asks whether Helm may fetch a chart, and shows what it renders. */
  async check(given: unknown): Promise<void> {
    const asked = askedFor(given);
    if (asked === undefined)
      throw new Error(l10n.t('Choose this in the code actions of an object that installs a chart.'));
    const fetch = l10n.t('Fetch and Check');
    const question = l10n.t('Helm fetches this chart from the network and renders it.');
    const answer = await window.showInformationMessage(question, { modal: true, detail: asked.chart }, fetch);
    if (answer !== fetch) return;
    const title = l10n.t('Kubecompat: Helm renders the chart');
    const result = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
      this.#client.sendRequest<RemoteChartResult>(methods.renderRemoteChart, asked),
    );
    if ('problem' in result) throw new Error(result.problem);
    const uri = Uri.from({ scheme: remoteChartScheme, path: Uri.parse(asked.uri).path, query: asked.chart });
    this.#texts.set(uri.toString(), result.text);
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

/** The chart in a code action. */
function askedFor(given: unknown): RemoteChartParams | undefined {
  if (typeof given !== 'object' || given === null || !('uri' in given) || !('chart' in given)) return undefined;
  const { uri, chart } = given;
  return typeof uri === 'string' && typeof chart === 'string' ? { uri, chart } : undefined;
}
