import { l10n, type QuickPickItem, Selection, type TextEditor, Uri, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { methods, type PossibleConversion } from '../../server/src/lsp/protocol.ts';
import type { PreviewDocuments } from './previewDocuments.ts';

/** The label of a conversion's losses in the list. */
function costOf({ kind }: PossibleConversion): string {
  switch (kind) {
    case 'safe':
      return l10n.t('means the same');
    case 'forced':
      return l10n.t('the nearest valid value');
    case 'lossy':
      return l10n.t('loses fields');
    case 'partial':
      return l10n.t('needs manual changes');
  }
}

interface Choice extends QuickPickItem {
  readonly conversion: PossibleConversion;
}

/** Previews a conversion beside the manifest; nothing changes before the user confirms. */
export class ConversionPreview {
  readonly #client: BaseLanguageClient;
  readonly #documents: PreviewDocuments;

  constructor(client: BaseLanguageClient, documents: PreviewDocuments) {
    this.#client = client;
    this.#documents = documents;
  }

  /**
   * Offers the conversions of the resource at the cursor and previews the picked one, or the one in `what`. A file in
   * `what` is opened, and its resources are offered first.
   */
  async show(what: unknown): Promise<void> {
    if (what instanceof Uri && !(await this.#choose(await window.showTextDocument(what)))) return;
    await this.#showAtCursor(what);
  }

  /** Moves the cursor to a resource that the user picks; false if none is picked. */
  async #choose(editor: TextEditor): Promise<boolean> {
    const lines = editor.document.getText().split('\n');
    const resources = lines.flatMap((text, line) =>
      /^[\s-]*["']?apiVersion["']?\s*:/.test(text)
        ? [{ label: text.trim(), description: kindBelow(lines, line), line }]
        : [],
    );
    const [only] = resources;
    const chosen =
      resources.length < 2
        ? only
        : await window.showQuickPick(resources, {
            title: l10n.t('Preview the conversion of'),
            matchOnDescription: true,
          });
    if (chosen !== undefined) editor.selection = new Selection(chosen.line, 0, chosen.line, 0);
    return chosen !== undefined || resources.length === 0;
  }

  async #showAtCursor(to: unknown): Promise<void> {
    const editor = window.activeTextEditor;
    if (editor === undefined) {
      void window.showInformationMessage(
        l10n.t('Kubecompat: open a manifest first and put the cursor on its apiVersion.'),
      );
      return;
    }
    const { document, selection } = editor;
    const possible = await this.#client.sendRequest<readonly PossibleConversion[]>(methods.conversions, {
      uri: this.#client.code2ProtocolConverter.asUri(document.uri),
      line: selection.active.line,
    });
    if (possible.length === 0) {
      void window.showInformationMessage(
        l10n.t('Kubecompat: put the cursor on the apiVersion of a resource with several versions.'),
      );
      return;
    }
    const chosen = possible.find((possibleConversion) => possibleConversion.to === to) ?? (await pick(possible));
    if (chosen === undefined) return;
    await this.#documents.show(document, chosen.edits, chosen.to);
  }
}

/** The kind and name near an apiVersion. */
function kindBelow(lines: readonly string[], line: number): string {
  const near = lines.slice(Math.max(0, line - 1), line + 6).join('\n');
  const kind = /^[\s-]*kind:\s*(\S+)/m.exec(near)?.[1] ?? '';
  const name = /^\s*name:\s*(\S+)/m.exec(near)?.[1] ?? '';
  return `${kind} ${name}`.trim();
}

async function pick(possible: readonly PossibleConversion[]): Promise<PossibleConversion | undefined> {
  const choices = possible.map(
    (conversion): Choice => ({
      label: conversion.to,
      description: conversion.served
        ? costOf(conversion)
        : l10n.t('{0}, not served by the targets', costOf(conversion)),
      ...(conversion.notes.length === 0 ? {} : { detail: conversion.notes.join('; ') }),
      conversion,
    }),
  );
  const picked = await window.showQuickPick(choices, {
    title: l10n.t('Preview the conversion to'),
    matchOnDescription: true,
  });
  return picked?.conversion;
}
