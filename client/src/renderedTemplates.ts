import { l10n, Uri, ViewColumn, window, workspace } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { methods, type RenderedTemplateResult, renderedScheme } from '../../server/src/lsp/protocol.ts';
import { fileOf, VirtualDocuments } from './virtualDocuments.ts';

/** Documents with Helm's output of templates, shown beside them and updated when their charts are saved. */
export class RenderedTemplates extends VirtualDocuments {
  constructor(client: BaseLanguageClient) {
    // Values and named templates of any file may count for any other.
    super(client, renderedScheme, (refresh) => workspace.onDidSaveTextDocument(() => refresh(() => true)));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const result = await this.#render(fileOf(uri));
    return 'text' in result ? result.text : comment(result.problem);
  }

  /** Shows the template in front, or a file that is named, as Helm renders it. */
  async show(what: unknown): Promise<void> {
    const template = what instanceof Uri ? what : window.activeTextEditor?.document.uri;
    if (template === undefined) throw new Error(l10n.t('Open a template of a chart first.'));
    const result = await this.#render(template);
    if ('problem' in result) throw new Error(result.problem);
    const document = await workspace.openTextDocument(this.renewed(template));
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preview: true, preserveFocus: true });
  }

  #render(template: Uri): Promise<RenderedTemplateResult> {
    return this.ask<RenderedTemplateResult>(methods.rendered, template);
  }
}

function comment(text: string): string {
  return text
    .split('\n')
    .map((line) => `# ${line}\n`)
    .join('');
}
