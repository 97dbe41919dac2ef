import {
  commands,
  type Disposable,
  l10n,
  languages,
  type TextDocumentContentProvider,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type DefinitionDocument,
  type ExplainedCode,
  type Explanation,
  methods,
} from '../../server/src/lsp/protocol.ts';

/** The scheme of the documents that explain codes: `kubecompat:/explain/removed-api.md`. */
export const explainScheme = 'kubecompat';

/** Shows the explanation of a code: the documents that diagnostics link to, and the command. */
export class Explanations implements Disposable, TextDocumentContentProvider {
  readonly #client: BaseLanguageClient;
  readonly #registration: Disposable;

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#registration = workspace.registerTextDocumentContentProvider(explainScheme, this);
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    if (uri.path.startsWith('/crd/')) return this.#definition(uri);
    const code = /^\/explain\/(.+)\.md$/.exec(uri.path)?.[1] ?? '';
    const explanation = await this.#client.sendRequest<Explanation | null>(methods.explain, { code });
    return explanation?.markdown ?? `# ${code}\n\n${l10n.t('Kubecompat has no explanation of this code.')}\n`;
  }

  async #definition(uri: Uri): Promise<string> {
    const found = await this.#client.sendRequest<DefinitionDocument | null>(methods.definition, {
      uri: uri.toString(),
    });
    return found?.text ?? '# Go to the definition again to see it.\n';
  }

  /** Shows the explanation of `given`, or of the finding at the cursor, or of a code that the user picks. */
  async explain(given: unknown): Promise<void> {
    const code = typeof given === 'string' ? given : (codeAtCursor() ?? (await this.#pickCode()));
    if (code === undefined) return;
    const uri = Uri.from({ scheme: explainScheme, path: `/explain/${code}.md` });
    await commands.executeCommand('markdown.showPreview', uri);
  }

  async #pickCode(): Promise<string | undefined> {
    const codes = await this.#client.sendRequest<readonly ExplainedCode[]>(methods.codes);
    const items = codes.map(({ code, title }) => ({ label: code, description: title }));
    const picked = await window.showQuickPick(items, { title: l10n.t('Explain a code'), matchOnDescription: true });
    return picked?.label;
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

function codeAtCursor(): string | undefined {
  const editor = window.activeTextEditor;
  if (editor === undefined) return undefined;
  const diagnostic = languages
    .getDiagnostics(editor.document.uri)
    .find(({ source, range }) => source === 'kubecompat' && range.contains(editor.selection.active));
  const code = typeof diagnostic?.code === 'object' ? diagnostic.code.value : diagnostic?.code;
  return typeof code === 'string' ? code : undefined;
}
