import {
  type Disposable,
  type Event,
  l10n,
  languages,
  MarkdownString,
  StatusBarAlignment,
  ThemeColor,
  type Uri,
  window,
} from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { type ActiveTargets, methods, type WorkspaceState } from '../../../server/src/lsp/protocol.ts';
import { isActive } from './targetChoice.ts';

/** The status bar item with the targets of the active file. */
export class TargetStatus implements Disposable {
  readonly #client: BaseLanguageClient;
  readonly #item = window.createStatusBarItem('kubecompat.targets', StatusBarAlignment.Right, 90);
  readonly #subscriptions: Disposable[];
  #asked = 0;

  /** Whether the workspace has manifests, so that targets are relevant. */
  #hasManifests = false;

  /** The names of the targets that were shown last. */
  #names: readonly string[] = [];

  /** Whether findings may still be those of other targets. */
  #switching = false;

  /** @param judged fires with the progress of judging the workspace. */
  constructor(client: BaseLanguageClient, judged: Event<WorkspaceState>) {
    this.#client = client;
    this.#item.name = l10n.t('Kubecompat targets');
    this.#item.command = 'kubecompat.selectTarget';
    this.#subscriptions = [
      this.#item,
      window.onDidChangeActiveTextEditor(() => void this.refresh()),
      client.onNotification(methods.targetsChanged, () => void this.refresh()),
      // New diagnostics may come with another judged share.
      languages.onDidChangeDiagnostics(({ uris }) => this.#judgedAnew(uris)),
      judged(({ resources, judging }) => this.#found(resources > 0, judging)),
    ];
  }

  /** Says that other targets are being put in force, until everything is checked against them. */
  async switching(work: Promise<void>): Promise<void> {
    this.#switching = true;
    this.#item.text = `$(sync~spin) ${l10n.t('Switching targets\u2026')}`;
    try {
      await work;
    } finally {
      await this.refresh();
    }
  }

  #judgedAnew(uris: readonly Uri[]): void {
    const active = window.activeTextEditor?.document.uri.toString();
    if (uris.some((uri) => uri.toString() === active)) void this.refresh();
  }

  #found(hasManifests: boolean, judging: boolean): void {
    const switched = this.#switching && !judging;
    if (hasManifests === this.#hasManifests && !switched) return;
    this.#hasManifests = hasManifests;
    void this.refresh();
  }

  /** Asks the server again: about the manifest in the active editor, else about the workspace if it has any. */
  async refresh(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const isManifest = document !== undefined && ['yaml', 'json'].includes(document.languageId);
    if (!(isManifest || this.#hasManifests) || !this.#client.isRunning()) {
      this.#item.hide();
      return;
    }
    const asked = ++this.#asked;
    try {
      const params = isManifest ? { uri: this.#client.code2ProtocolConverter.asUri(document.uri) } : {};
      const targets = await this.#client.sendRequest<ActiveTargets>(methods.targets, params);
      // A later question has overtaken this one.
      if (asked === this.#asked) this.#show(targets);
    } catch (error) {
      this.#client.warn('The targets of the active file could not be requested.', error);
    }
  }

  #show({ targets, problems, decidedBy, configFile, coverage, judging }: ActiveTargets): void {
    const broken = problems.length > 0;
    const names = targets.map(({ label }) => label).join(', ');
    const isOther = !isActive(this.#names, { targets });
    this.#names = targets.map(({ expression }) => expression);
    this.#switching = judging && (isOther || this.#switching);
    const { share, reasons } = unjudged(coverage);
    const open = share === '' ? '' : ` $(circle-slash) ${share}`;
    const icon = this.#switching ? '$(sync~spin)' : '$(server-environment)';
    this.#item.text = broken ? `$(warning) Kubecompat: ${names}` : `${icon} ${names}${open}`;
    this.#item.backgroundColor = broken ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.tooltip = new MarkdownString(
      [
        ...(broken ? [`**${l10n.t('Ignored because it is invalid:')}**`, ...listed(problems), ''] : []),
        this.#switching
          ? l10n.t('Being checked against the following, {0}:', decided(decidedBy, configFile))
          : l10n.t('Checked against the following, {0}:', decided(decidedBy, configFile)),
        ...listed(targets.map(({ name, description }) => `${name}: ${description}`)),
        ...(share === '' ? [] : ['', share, ...listed(reasons)]),
      ].join('\n'),
    );
    this.#item.accessibilityInformation = {
      label: [l10n.t('Targets: {0}', names), share, ...(broken ? [l10n.t('An invalid setting is ignored')] : [])]
        .filter((part) => part !== '')
        .join('; '),
    };
    this.#item.show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }
}

/** How much of a document was judged, if not all of it in full, and why. */
function unjudged(coverage: ActiveTargets['coverage']): {
  readonly share: string;
  readonly reasons: readonly string[];
} {
  if (coverage === undefined || coverage.notJudged.length + coverage.inPart.length === 0)
    return { share: '', reasons: [] };
  const reasons = [
    ...coverage.notJudged.map((reasonShare) =>
      l10n.t('{0} not checked: {1}. {2}', reasonShare.resources, reasonShare.what, reasonShare.remedy ?? ''),
    ),
    ...coverage.inPart.map((reasonShare) =>
      l10n.t('{0} checked in part: {1}. {2}', reasonShare.resources, reasonShare.what, reasonShare.remedy ?? ''),
    ),
  ];
  const inPart = coverage.inPart.reduce((sum, { resources }) => sum + resources, 0);
  const share =
    coverage.notJudged.length === 0
      ? l10n.t('{0} checked in part', inPart)
      : l10n.t('{0} of {1} checked', coverage.judged, coverage.resources);
  return { share, reasons };
}

function decided(by: ActiveTargets['decidedBy'], configFile: string | undefined): string {
  switch (by) {
    case 'override':
      return l10n.t('chosen in this window');
    case 'file':
      return l10n.t('from {0}', configFile ?? '.kubecompat.yaml');
    case 'settings':
      return l10n.t('from the settings');
    case 'clusters':
      return l10n.t('from the clusters it is applied to');
    case 'default':
      return l10n.t('because nothing else is configured');
  }
}

function listed(texts: readonly string[]): readonly string[] {
  return texts.map((text) => `- ${escapeMarkdown(text)}`);
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-.!<>|]/g, '\\$&');
}
