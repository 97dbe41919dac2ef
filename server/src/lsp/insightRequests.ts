import type { Connection, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { ClientSupport } from './clientSupport.ts';
import { isConfigFile } from './configDiagnostics.ts';
import { completion } from './features/completion.ts';
import { configCompletion, configHover } from './features/configuration.ts';
import { hover } from './features/hover.ts';
import type { JudgedDocument } from './judgedDocument.ts';
import { methods, type Neighbours } from './protocol.ts';
import type { Session } from './session.ts';

/** What the requests of this module go by. */
export interface InsightParts {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly session: Session;
  readonly support: ClientSupport;
}

/** Answers what an editor asks about places of open documents: what they mean, and what can be written there. */
export function serveInsight({ connection, documents, session, support }: InsightParts): void {
  let neighbours: Neighbours = support.options.neighbours ?? {};
  connection.onNotification(methods.neighbours, (now: Neighbours) => {
    neighbours = now;
  });
  const judged = (uri: string): JudgedDocument | undefined => {
    const document = documents.get(uri);
    return document === undefined || !session.isStarted ? undefined : session.judge(document);
  };
  const configuration = (uri: string): TextDocument | undefined =>
    session.isStarted && isConfigFile(uri) ? documents.get(uri) : undefined;
  connection.onHover(({ textDocument: { uri }, position }) => {
    const { hover: mode } = session.settings;
    if (mode === 'off') return null;
    const config = configuration(uri);
    const hasSchema = mode === 'auto' && neighbours.configuration === true;
    if (config !== undefined) return configHover(config, position, { targets: session.targets, hasSchema });
    const document = judged(uri);
    return document === undefined ? null : hover(document, position, support.options.showsFindings === true);
  });
  connection.onCompletion(({ textDocument: { uri }, position }) => {
    const { completion: mode } = session.settings;
    if (mode === 'off') return [];
    const config = configuration(uri);
    const hasSchema = mode === 'auto' && neighbours.configuration === true;
    const { snippets } = support;
    if (config !== undefined) {
      return configCompletion(config, position, snippets, { targets: session.targets, hasSchema });
    }
    const document = judged(uri);
    const hasNeighbour = mode === 'auto' && neighbours.manifests === true;
    return document === undefined ? [] : completion(document, position, snippets, hasNeighbour);
  });
}
