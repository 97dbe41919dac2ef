import { dirname } from 'node:path';
import { type CompletionItem, type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { resolve } from '../../catalog/resolve.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { checkCodes } from '../../checks/checkCodes.ts';
import type { ConfiguredTarget } from '../../config/config.ts';
import { decodeConfig } from '../../config/decodeConfig.ts';
import { completeConfig } from '../../insight/configuration/completeConfig.ts';
import { describeConfigAt } from '../../insight/configuration/describeConfig.ts';
import type { Target } from '../../targets/target.ts';
import { LineIndex, type Position } from '../../text/lineIndex.ts';
import { readLiveTarget } from '../../workspace/settings/liveTargets.ts';
import { type ClientCompletion, completionItems, newlineOf } from '../completionItems.ts';
import { readConfigured } from '../configDiagnostics.ts';
import { offsetAt } from '../offsetAt.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { pathOf } from '../uris.ts';

const codes: ReadonlyMap<string, string> = new Map([...checkCodes].map(([code, { title }]) => [code, title]));

/** The inputs for requests in a configuration. */
export interface ConfigContext {
  readonly targets: TargetsOfFiles;
  /** The client has another extension that answers by the configuration's JSON schema. */
  readonly hasSchema: boolean;
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
export function configCompletion(
  document: TextDocument,
  position: Position,
  takes: ClientCompletion,
  { targets, hasSchema }: ConfigContext,
): CompletionItem[] {
  const text = document.getText();
  const lines = new LineIndex(text);
  const found = completeConfig(text, offsetAt(lines, position), { catalog: targets.catalog, codes });
  if (found === undefined || (hasSchema && found.inSchema)) return [];
  const writing = { range: lines.range(found.word), newline: newlineOf(text), ...takes };
  return [...completionItems(found.suggestions, writing)];
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
