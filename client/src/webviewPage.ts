import {
  type Disposable,
  l10n,
  ProgressLocation,
  Range,
  Uri,
  ViewColumn,
  type WebviewPanel,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';

/** A page from the server in the only panel of its kind; another page replaces it. */
export class WebviewPage implements Disposable {
  readonly #viewType: string;
  readonly #extension: Uri;
  readonly #said: (message: object) => Promise<void>;
  #panel: WebviewPanel | undefined;

  /** @param onMessage called with the messages of the page. */
  constructor(viewType: string, extension: Uri, onMessage: (message: object) => Promise<void>) {
    this.#viewType = viewType;
    this.#extension = extension;
    this.#said = onMessage;
  }

  /** Shows a page, which must carry its own content security policy. */
  show(title: string, html: string): void {
    const panel = this.#panel ?? this.#create(title);
    panel.title = title;
    panel.webview.html = html;
    panel.reveal();
  }

  #create(title: string): WebviewPanel {
    const panel = window.createWebviewPanel(this.#viewType, title, ViewColumn.Active, {
      enableScripts: true,
      enableFindWidget: true,
      localResourceRoots: [this.#extension],
    });
    panel.webview.onDidReceiveMessage(async (message: unknown) => {
      if (typeof message === 'object' && message !== null) await this.#said(message);
    });
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    this.#panel = panel;
    return panel;
  }

  dispose(): void {
    this.#panel?.dispose();
  }
}

/** A slow request to the server; undefined if the user cancels. */
export function requestCancellable<T>(
  client: BaseLanguageClient,
  title: string,
  method: string,
  params: object,
): Thenable<T | undefined> {
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_, cancelled) => {
      try {
        return await client.sendRequest<T>(method, params, cancelled);
      } catch (error) {
        if (cancelled.isCancellationRequested) return undefined;
        throw error;
      }
    },
  );
}

/** Saves a page at a chosen place; nothing if cancelled. */
export async function savePage(name: string, html: string): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri;
  const to = await window.showSaveDialog({
    ...(folder === undefined ? {} : { defaultUri: Uri.joinPath(folder, name) }),
    filters: { [l10n.t('Web page')]: ['html'] },
  });
  if (to !== undefined) await workspace.fs.writeFile(to, new TextEncoder().encode(html));
}

/** Opens a file at a position, 0-based lines and UTF-16 characters. */
export async function openAt(
  uri: Uri,
  start: { readonly line: number; readonly character: number },
  end = start,
): Promise<void> {
  const selection = new Range(start.line, start.character, end.line, end.character);
  await window.showTextDocument(uri, { selection, viewColumn: ViewColumn.Active });
}
