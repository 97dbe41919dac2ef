import { dirname, join, relative, sep } from 'node:path';
import { type CompletionItem, type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { resolve } from '../../catalog/resolve.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { ConfiguredTarget } from '../../config/config.ts';
import { decodeConfig } from '../../config/decodeConfig.ts';
import { clustersAskedAt, completeConfig, type NamedCluster } from '../../insight/configuration/completeConfig.ts';
import { describeConfigAt } from '../../insight/configuration/describeConfig.ts';
import type { Target } from '../../targets/target.ts';
import { LineIndex, type Position } from '../../text/lineIndex.ts';
import { readLiveTarget } from '../../workspace/settings/liveTargets.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import { readConfigured } from '../configDiagnostics.ts';
import { offsetAt } from '../offsetAt.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { pathOf } from '../uris.ts';
import { liveContexts } from './liveTargets.ts';
import { describedTargets } from './targets.ts';

const codes: ReadonlyMap<string, string> = new Map([...checkCodes].map(([code, { title }]) => [code, title]));

/** The inputs for requests in a configuration. */
export interface ConfigContext {
  readonly targets: TargetsOfFiles;
  /** The client has another extension that answers by the configuration's JSON schema. */
  readonly hasSchema: boolean;
}

/** The inputs for names of clusters. */
export interface ClusterContext {
  /** Whether the user trusts the workspace, so that the kubeconfig is read. */
  readonly isTrusted: boolean;
  /** The folders of the workspace. */
  readonly folders: readonly string[];
}

/** Describes a key, a gate, a version or a name in a `.kubecompat.yaml`. */
export function configHover(
  document: TextDocument,
  position: Position,
  { targets, hasSchema }: ConfigContext,
): Hover | null {
  const text = document.getText();
  const lines = new LineIndex(text);
  const surfaceOf = (name: string) => configuredSurface(document, name, targets);
  const facts = { catalog: targets.catalog, codes, surfaceOf };
  const found = describeConfigAt(text, offsetAt(lines, position), facts);
  if (found === undefined || (hasSchema && found.inSchema)) return null;
  return { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: lines.range(found.span) };
}

/** The completions at a position of a `.kubecompat.yaml`. */
export async function configCompletion(
  document: TextDocument,
  position: Position,
  takes: ClientCompletion,
  context: ConfigContext & ClusterContext,
): Promise<CompletionItem[]> {
  const { targets, hasSchema } = context;
  const text = document.getText();
  const lines = new LineIndex(text);
  const offset = offsetAt(lines, position);
  const asked = clustersAskedAt(text, offset);
  const clusters = asked === undefined ? [] : await namedClusters(asked, dirname(pathOf(document.uri)), context);
  const found = completeConfig(text, offset, { catalog: targets.catalog, codes, clusters });
  if (found === undefined || (hasSchema && found.inSchema)) return [];
  const writing = { range: lines.range(found.word), newline: newlineOf(text), ...takes };
  return [...completionItems(found.suggestions, writing)];
}

/** The files of the workspace that describe clusters, relative to the configuration's folder; or the contexts. */
async function namedClusters(
  asked: 'from' | 'context',
  folder: string,
  { targets, isTrusted, folders }: ConfigContext & ClusterContext,
): Promise<readonly NamedCluster[]> {
  if (asked === 'context') {
    const { contexts } = await liveContexts({ targets, isTrusted });
    return contexts.map(({ name, server }) => ({ name, description: server }));
  }
  const usable = describedTargets(targets, folders).filter(({ usable }) => usable);
  return usable.map(({ expression, description, format }) => {
    const reference = join(targets.folder, expression.slice('from='.length));
    return { name: relative(folder, reference).replaceAll(sep, '/'), description: `${description}, ${format}` };
  });
}

/** A target as the configuration in the editor has it; undefined if it does not make one. */
function configuredSurface(document: TextDocument, name: string, targets: TargetsOfFiles): ApiSurface | undefined {
  const configured = decodeConfig(document.getText(), targets.codes).config.targets.get(name);
  if (configured === undefined) return undefined;
  const target = targetOf(configured, pathOf(document.uri), targets);
  const resolution = target && resolve(name, target, targets.catalog);
  return resolution?.ok === true ? resolution.surface : undefined;
}

function targetOf(
  configured: ConfiguredTarget,
  configPath: string,
  { catalog, folder }: TargetsOfFiles,
): Target | undefined {
  switch (configured.kind) {
    case 'written':
      return configured.target;
    case 'referred':
      return readConfigured(configured, configPath, folder);
    case 'live': {
      const read = readLiveTarget(dirname(configPath), configured, catalog);
      return read.ok ? read.target : undefined;
    }
  }
}
