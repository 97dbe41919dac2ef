import type { InitializeParams } from 'vscode-languageserver/node';
import type { InitializationOptions, OtherExtensions } from './protocol.ts';
import { isRecord, isTexts } from './settings.ts';

/** The relevant capabilities of a client. */
export interface ClientSupport {
  /** Requests diagnostics itself instead of receiving them. */
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly configuration: boolean;
  readonly configurationRegistration: boolean;
  readonly watchedFilesRegistration: boolean;
  readonly workspaceFolders: boolean;
  /** Accepts edits with document versions. */
  readonly versionedEdits: boolean;
  /** Supports snippets with placeholders. */
  readonly snippets: boolean;
  /** Shows how far long work has come. */
  readonly workDoneProgress: boolean;
  readonly refreshesLenses: boolean;
  readonly refreshesHints: boolean;
  /** How many ranges to fold it takes for a document. */
  readonly foldLimit: number;
  readonly options: InitializationOptions;
}

/** Reads the parameters of `initialize`. */
export function clientSupport({ capabilities, initializationOptions }: InitializeParams): ClientSupport {
  const { workspace, textDocument, window } = capabilities;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    configuration: workspace?.configuration === true,
    configurationRegistration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchedFilesRegistration: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    workspaceFolders: workspace?.workspaceFolders === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
    workDoneProgress: window?.workDoneProgress === true,
    refreshesLenses: workspace?.codeLens?.refreshSupport === true,
    refreshesHints: workspace?.inlayHint?.refreshSupport === true,
    foldLimit: textDocument?.foldingRange?.rangeLimit ?? 5_000,
    options: readOptions(initializationOptions),
  };
}

function readOptions(value: unknown): InitializationOptions {
  if (!isRecord(value)) return {};
  const { targets, explainScheme, trusted, watchesTargets, watchesWorkspace, showsFindings, neighbours } = value;
  const { addsDefinitions, checksRemoteCharts, askAgain, catalogue } = value;
  return {
    ...(trusted === true ? { trusted } : {}),
    ...(watchesTargets === true ? { watchesTargets } : {}),
    ...(watchesWorkspace === true ? { watchesWorkspace } : {}),
    ...(showsFindings === true ? { showsFindings } : {}),
    ...(addsDefinitions === true ? { addsDefinitions } : {}),
    ...(checksRemoteCharts === true ? { checksRemoteCharts } : {}),
    ...(isRecord(neighbours) ? { neighbours: readNeighbours(neighbours) } : {}),
    ...(isTexts(targets) ? { targets } : {}),
    ...(typeof catalogue === 'string' && catalogue !== '' ? { catalogue } : {}),
    ...(typeof askAgain === 'string' ? { askAgain } : {}),
    ...(typeof explainScheme === 'string' && /^[a-z][a-z0-9+.-]*$/.test(explainScheme) ? { explainScheme } : {}),
  };
}

function readNeighbours(value: Readonly<Record<string, unknown>>): OtherExtensions {
  return {
    configuration: value['configuration'] === true,
    manifests: value['manifests'] === true,
    outline: value['outline'] === true,
    syntax: value['syntax'] === true,
  };
}
