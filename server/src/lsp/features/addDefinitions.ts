import { dirname } from 'node:path';
import type { AddDefinitionsParams, AddDefinitionsResult, DefinitionSourcesParams, KnownProject } from '../protocol.ts';
import { filePathOf } from '../uris.ts';
import type { LiveInput } from './liveTargets.ts';

/** The time limit of each request and each program. */
const milliseconds = 120_000;

const untrusted = 'Definitions are fetched in trusted workspaces only; trust this one first.';

/** Answers `kubecompat/definitionSources`; uses no network. */
export async function definitionSources({ group }: DefinitionSourcesParams): Promise<readonly KnownProject[]> {
  const { projectsWith } = await import('../../publishers/publishers.ts');
  return projectsWith(group).map(({ name, label, repository }) => ({ name, label, from: repository }));
}

/** Answers `kubecompat/addDefinitions`: the effect of `kubecompat crds add`, for the workspace around a document. */
export async function addDefinitionsOf(
  { targets, isTrusted }: Pick<LiveInput, 'targets' | 'isTrusted'>,
  { source, uri }: AddDefinitionsParams,
): Promise<AddDefinitionsResult> {
  if (!isTrusted) return { problems: [untrusted] };
  const { addDefinitions } = await import('../../publishers/publishers.ts');
  const path = uri === undefined ? undefined : filePathOf(uri);
  const added = await addDefinitions({
    cwd: path === undefined ? targets.folder : dirname(path),
    env: process.env,
    milliseconds,
    source,
    name: undefined,
    groups: [],
  });
  if (!added.ok) return { problems: [`${added.message}; ${added.remedy}`] };
  const { version, files } = added.entry;
  const count = files.length === 1 ? '1 definition' : `${files.length} definitions`;
  return { problems: [], added: `${[added.name, version].filter((word) => word !== '').join(' ')}: ${count}` };
}
