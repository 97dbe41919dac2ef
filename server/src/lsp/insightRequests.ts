import type { CancellationToken, Connection, ServerCapabilities, TextDocuments } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { isMarkdown } from '../embedded/markdown.ts';
import { nearestDefinition } from '../workspace/definitions/nearestDefinition.ts';
import { fieldTextsToLoad } from '../workspace/shipped/fieldTextsFile.ts';
import type { ClientSupport } from './clientSupport.ts';
import { isConfigFile } from './configDiagnostics.ts';
import { DefinitionDocuments, isShownDefinition } from './definitionDocuments.ts';
import { admittedDocument } from './features/admitted.ts';
import { codeLenses } from './features/codeLens.ts';
import { completion, completionTriggers } from './features/completion.ts';
import { configCompletion, configHover } from './features/configuration.ts';
import { configDefinition, type DefinitionLookup, manifestDefinition } from './features/definition.ts';
import { configLinks, manifestLinks } from './features/documentLinks.ts';
import { documentSymbols } from './features/documentSymbols.ts';
import { explanationLink } from './features/explain.ts';
import { foldingRanges } from './features/folding.ts';
import { hover } from './features/hover.ts';
import { inlayHints } from './features/inlayHints.ts';
import { policyHover } from './features/policyHover.ts';
import { type NameLookup, references, rename, renameRange } from './features/references.ts';
import { type TemplateContext, templateCompletion, templateDefinition, templateHover } from './features/templates.ts';
import { workspaceSymbols } from './features/workspaceSymbols.ts';
import type { JudgedDocument } from './judgedDocument.ts';
import {
  type AdmittedParams,
  type DefinitionParams,
  methods,
  type OtherExtensions,
  type RenderedParams,
  type RenderedTemplateResult,
} from './protocol.ts';
import type { Session } from './session.ts';
import { uriOf } from './uris.ts';
import type { WorkspaceFolders } from './workspaceFolders.ts';

/** The dependencies of these requests. */
export interface InsightParts {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly session: Session;
  readonly support: ClientSupport;
  readonly folders: WorkspaceFolders;
}

/** The capabilities of {@link serveInsight}. */
export const insightCapabilities: ServerCapabilities = {
  hoverProvider: true,
  completionProvider: { triggerCharacters: [...completionTriggers] },
  codeLensProvider: {},
  inlayHintProvider: true,
  documentSymbolProvider: true,
  foldingRangeProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  documentLinkProvider: {},
  workspaceSymbolProvider: true,
};

/** Serves requests about positions of open documents: hovers, completions and definitions. */
export function serveInsight(parts: InsightParts): void {
  const opened = new OpenDocuments(parts);
  servePositions(parts, opened);
  serveShapes(parts, opened);
  serveWays(parts, opened);
  serveNames(parts, opened);
}

/** The open documents by type. */
class OpenDocuments {
  readonly #parts: InsightParts;
  constructor(parts: InsightParts) {
    this.#parts = parts;
  }

  /** What other extensions provide. */
  get neighbours(): OtherExtensions {
    return this.#parts.session.neighbours;
  }

  /** A judged manifest or target file; undefined for anything else, Markdown too, and before there are settings. */
  judged(uri: string): JudgedDocument | undefined {
    const { documents, session } = this.#parts;
    const document = documents.get(uri);
    if (document === undefined || !session.isStarted || isMarkdown(uri)) return undefined;
    return session.judge(document);
  }

  /** The inputs for template requests. */
  templateContext(): TemplateContext {
    const { documents, session } = this.#parts;
    return { openText: (path) => documents.get(uriOf(path))?.getText(), folder: session.targets.folder };
  }

  /** A `.kubecompat.yaml`; undefined for anything else. */
  configuration(uri: string): TextDocument | undefined {
    const { documents, session } = this.#parts;
    return session.isStarted && isConfigFile(uri) ? documents.get(uri) : undefined;
  }
}

function servePositions({ connection, session, support, folders }: InsightParts, opened: OpenDocuments): void {
  connection.onHover(async ({ textDocument: { uri }, position }, token) => {
    const { hover: mode } = session.settings;
    if (mode === 'off') return null;
    const config = opened.configuration(uri);
    const hasSchema = mode === 'auto' && opened.neighbours.configuration === true;
    if (config !== undefined) return configHover(config, position, { targets: session.targets, hasSchema });
    const document = opened.judged(uri);
    if (document === undefined) return null;
    const inAction = templateHover(document, position, opened.templateContext());
    const cancelled = () => token.isCancellationRequested;
    const matched = await policyHover(document, position, {
      resources: () => session.resources.all(folders.paths, cancelled),
      textOf: (path) => session.workspace.textOf(path),
      inputsOf: (path) => session.workspace.inputsOf(path),
      cancelled,
    });
    return withTexts(() => hover(document, position, support.options.showsFindings === true, inAction, matched));
  });
  connection.onCompletion(async ({ textDocument: { uri }, position }, token) => {
    // An empty list would be final: the editor does not ask again for the next letters.
    await session.started;
    const { completion: mode } = session.settings;
    if (mode === 'off') return [];
    const config = opened.configuration(uri);
    const hasSchema = mode === 'auto' && opened.neighbours.configuration === true;
    const takes = { snippets: support.snippets, askAgain: support.options.askAgain };
    if (config !== undefined) {
      const { isTrusted } = session.renderings;
      const clusters = { isTrusted, folders: folders.paths };
      return configCompletion(config, position, takes, { targets: session.targets, hasSchema, ...clusters });
    }
    const document = opened.judged(uri);
    const hasNeighbour = mode === 'auto' && opened.neighbours.manifests === true;
    if (document === undefined) return [];
    const inAction = templateCompletion(document, position, takes, opened.templateContext());
    const objects = () => session.resources.all(folders.paths, () => token.isCancellationRequested);
    return inAction ?? withTexts(() => completion(document, position, takes, hasNeighbour, objects));
  });
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const document = session.settings.codeLens ? opened.judged(uri) : undefined;
    return document === undefined ? [] : codeLenses(document);
  });
  connection.languages.inlayHint.on(({ textDocument: { uri }, range }) => {
    const document = session.settings.inlayHints ? opened.judged(uri) : undefined;
    return document === undefined ? [] : inlayHints(document, range);
  });
}

/** Answers again once descriptions have come that an answer lacks; only in a browser there are such. */
async function withTexts<T>(answer: () => T | Promise<T>): Promise<T> {
  const first = await answer();
  return fieldTextsToLoad()?.then(answer) ?? first;
}

function serveShapes({ connection, documents, session, support }: InsightParts, opened: OpenDocuments): void {
  connection.onDocumentSymbol(({ textDocument: { uri } }) => {
    const document = opened.judged(uri);
    return document === undefined ? [] : documentSymbols(document, opened.neighbours.outline !== true);
  });
  connection.onFoldingRanges(({ textDocument: { uri } }) => {
    const document = documents.get(uri);
    // Editors fold JSON by its brackets.
    const isYaml = document !== undefined && document.languageId !== 'json' && !isMarkdown(uri);
    return isYaml && (session.isJudged(document) || isConfigFile(uri) || isShownDefinition(uri))
      ? foldingRanges(document.getText(), support.foldLimit)
      : [];
  });
}

/** Serves the names of objects in all files. */
function serveNames({ connection, session, folders }: InsightParts, opened: OpenDocuments): void {
  const lookup = (token: CancellationToken): NameLookup => ({
    resources: () => session.resources.all(folders.paths, () => token.isCancellationRequested),
    textOf: (path) => {
      const content = session.workspace.textOf(path);
      return content.ok ? content.text : undefined;
    },
  });
  connection.onReferences(({ textDocument: { uri }, position, context }, token) => {
    const document = opened.judged(uri);
    return document === undefined ? [] : references(document, position, context.includeDeclaration, lookup(token));
  });
  connection.onPrepareRename(({ textDocument: { uri }, position }) => {
    const document = opened.judged(uri);
    return document === undefined ? null : renameRange(document, position);
  });
  connection.onRenameRequest(({ textDocument: { uri }, position, newName }, token) => {
    const document = opened.judged(uri);
    return document === undefined ? null : rename(document, position, newName, lookup(token));
  });
}

function serveWays({ connection, session, support, folders }: InsightParts, opened: OpenDocuments): void {
  const { explainScheme } = support.options;
  const link = explanationLink(explainScheme);
  const definitions = new DefinitionDocuments(explainScheme);
  const { codes } = session.targets;
  connection.onDocumentLinks(({ textDocument: { uri } }) => {
    const config = opened.configuration(uri);
    if (config !== undefined) return configLinks(config, codes, link);
    const document = opened.judged(uri);
    return document === undefined ? [] : manifestLinks(document);
  });
  connection.onDefinition(({ textDocument: { uri }, position }, token) => {
    const config = opened.configuration(uri);
    if (config !== undefined) return configDefinition(config, position, codes);
    const document = opened.judged(uri);
    const lookup: DefinitionLookup = {
      folder: session.targets.folder,
      inWorkspace: (gvk, path) =>
        nearestDefinition(gvk, path, session.facts.definitionFiles(), (file) => session.workspace.definitionsOf(file)),
      asDocument: (definition, text) => definitions.add(definition, text),
      resources: () => session.resources.all(folders.paths, () => token.isCancellationRequested),
    };
    if (document === undefined) return [];
    const inAction = templateDefinition(document, position, opened.templateContext());
    return inAction.length > 0 ? inAction : manifestDefinition(document, position, lookup);
  });
  connection.onRequest(methods.admitted, async ({ uri }: AdmittedParams) => {
    await session.started;
    const document = opened.judged(uri);
    return document === undefined ? null : admittedDocument(document);
  });
  connection.onRequest<RenderedTemplateResult, void>(methods.rendered, async ({ uri }: RenderedParams) => {
    await session.started;
    return session.shownRendered(uri);
  });
  connection.onWorkspaceSymbol(async ({ query }, token) => {
    await session.started;
    const resources = await session.resources.all(folders.paths, () => token.isCancellationRequested);
    return workspaceSymbols(resources, query);
  });
  connection.onRequest(methods.definition, ({ uri }: DefinitionParams) => {
    const text = definitions.text(uri);
    return text === undefined ? null : { text };
  });
}
