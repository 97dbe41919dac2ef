import { type Disposable, MarkdownString, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { methods, type TargetsInForce } from '../../server/src/lsp/protocol.ts';

/** The status bar item that says what the file in the active editor is judged against. */
export class TargetStatus implements Disposable {
  readonly #client: LanguageClient;
  readonly #item = window.createStatusBarItem('kubecompat.targets', StatusBarAlignment.Right, 90);
  readonly #subscriptions: Disposable[];
  #asked = 0;

  constructor(client: LanguageClient) {
    this.#client = client;
    this.#item.name = 'Kubecompat targets';
    this.#item.command = 'kubecompat.selectTarget';
    this.#subscriptions = [
      this.#item,
      window.onDidChangeActiveTextEditor(() => void this.refresh()),
      client.onNotification(methods.targetsChanged, () => void this.refresh()),
    ];
  }

  /** Asks the server again. */
  async refresh(): Promise<void> {
    const document = window.activeTextEditor?.document;
    if (document === undefined || !['yaml', 'json'].includes(document.languageId) || !this.#client.isRunning()) {
      this.#item.hide();
      return;
    }
    const asked = ++this.#asked;
    try {
      const uri = document.uri.toString();
      const targets = await this.#client.sendRequest<TargetsInForce>(methods.targets, { uri });
      // A later question has overtaken this one.
      if (asked === this.#asked) this.#show(targets);
    } catch (error) {
      this.#client.warn('The targets of the active file could not be asked for.', error);
    }
  }

  #show({ targets, problems, decidedBy, configFile }: TargetsInForce): void {
    const broken = problems.length > 0;
    const names = targets.map(({ name }) => name).join(', ');
    this.#item.text = broken ? '$(warning) Kubernetes' : `$(server-environment) ${names}`;
    this.#item.backgroundColor = broken ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.tooltip = new MarkdownString(
      broken
        ? ['**Nothing can be judged**', ...problems].map(escapeMarkdown).join('\n\n')
        : [
            `Judged against ${targets.length === 1 ? 'this cluster' : 'these clusters'}, ${decided(decidedBy, configFile)}:`,
            ...targets.map(({ name, description }) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(description)}`),
          ].join('\n'),
    );
    this.#item.accessibilityInformation = { label: broken ? 'Kubecompat: nothing can be judged' : `Targets: ${names}` };
    this.#item.show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

function decided(by: TargetsInForce['decidedBy'], configFile: string | undefined): string {
  switch (by) {
    case 'override':
      return 'chosen in this window';
    case 'file':
      return `as ${configFile ?? '.kubecompat.yaml'} says`;
    case 'settings':
      return 'as the settings say';
    case 'default':
      return 'as nothing else is configured';
  }
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!<>|]/g, '\\$&');
}
