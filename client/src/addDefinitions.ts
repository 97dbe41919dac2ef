import { l10n, ProgressLocation, type QuickPickItem, window } from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import {
  type AddDefinitionsParams,
  type AddDefinitionsResult,
  type DefinitionSourcesParams,
  type KnownProject,
  methods,
} from '../../server/src/lsp/protocol.ts';

/** Asks for a publisher of definitions, and only then fetches them and adds them to the workspace. */
export async function addDefinitions(client: BaseLanguageClient, given: unknown): Promise<void> {
  const asked = askedFor(given);
  const projects = await client.sendRequest<readonly KnownProject[]>(methods.definitionSources, asked);
  const source = await pickSource(projects, asked.group);
  if (source === undefined) return;
  const params: AddDefinitionsParams = { source, ...(asked.uri === undefined ? {} : { uri: asked.uri }) };
  const title = l10n.t('Kubecompat: fetching {0}', source);
  const { added, problems } = await window.withProgress({ location: ProgressLocation.Notification, title }, () =>
    client.sendRequest<AddDefinitionsResult>(methods.addDefinitions, params),
  );
  if (added === undefined) throw new Error(problems.join(' '));
  void window.showInformationMessage(
    l10n.t('Kubecompat added {0}. Commit .kubecompat.lock and .kubecompat/crds.', added),
  );
}

/** The group in a code action; the command palette has none. */
function askedFor(given: unknown): DefinitionSourcesParams {
  const active = window.activeTextEditor?.document.uri;
  const uri = active?.scheme === 'file' ? { uri: active.toString() } : {};
  if (typeof given !== 'object' || given === null) return uri;
  const group = 'group' in given && typeof given.group === 'string' ? { group: given.group } : {};
  return { ...uri, ...group, ...('uri' in given && typeof given.uri === 'string' ? { uri: given.uri } : {}) };
}

interface Choice extends QuickPickItem {
  /** Undefined for a source that is still to be written. */
  readonly source: string | undefined;
}

async function pickSource(projects: readonly KnownProject[], group: string | undefined): Promise<string | undefined> {
  const known = projects.map(({ name, label, from }): Choice => ({ label, detail: from, source: name }));
  const other: Choice = { label: l10n.t('Another source…'), alwaysShow: true, source: undefined };
  const title =
    group === undefined ? l10n.t('Add definitions of custom resources') : l10n.t('Add the definitions of {0}', group);
  const picked = await window.showQuickPick([...known, other], {
    title,
    placeHolder: l10n.t('The source to fetch them from'),
  });
  if (picked === undefined) return undefined;
  if (picked.source === undefined) {
    return window.showInputBox({
      title,
      prompt: l10n.t(
        'A folder, git:URL//FOLDER@REF, go:MODULE@VERSION, npm:PACKAGE@VERSION, helm:REPOSITORY/CHART@VERSION, oci://, https:// or cluster:CONTEXT',
      ),
    });
  }
  const version = await window.showInputBox({
    title,
    prompt: l10n.t('The release of {0}; leave it empty for the newest', picked.label),
    placeHolder: 'v1.2.3',
  });
  if (version === undefined) return undefined;
  return version === '' ? picked.source : `${picked.source}@${version}`;
}
