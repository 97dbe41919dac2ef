import { basename, dirname } from 'node:path';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { resolve } from '../catalog/resolve.ts';
import type { ReferredTarget } from '../config/config.ts';
import { decodeConfig } from '../config/decodeConfig.ts';
import type { Target } from '../targets/target.ts';
import { LineIndex } from '../text/lineIndex.ts';
import type { Span } from '../text/span.ts';
import type { SettingProblem } from '../workspace/settings/configs.ts';
import { helmValueProblems } from '../workspace/settings/helmValues.ts';
import { readLiveTarget } from '../workspace/settings/liveTargets.ts';
import { spanOf } from '../workspace/settings/spanOfProblem.ts';
import { readTargetFile } from '../workspace/settings/targetFiles.ts';
import { configFileNames } from './protocol.ts';
import type { TargetsOfFiles } from './targets.ts';
import { diagnosticSource } from './toDiagnostic.ts';
import { pathOf } from './uris.ts';

/** Whether a document is a configuration of this program. */
export function isConfigFile(uri: string): boolean {
  return configFileNames.includes(basename(pathOf(uri)));
}

/** The problems of a configuration in the editor: syntax errors and refused settings. */
export function configDiagnostics(
  { catalog, codes, folder }: TargetsOfFiles,
  document: TextDocument,
): readonly Diagnostic[] {
  const text = document.getText();
  const lines = new LineIndex(text);
  const diagnostic = (span: Span, message: string, remedy: string): Diagnostic => ({
    range: lines.range(span),
    severity: DiagnosticSeverity.Error,
    source: diagnosticSource,
    code: 'configuration',
    message: `${message}\n${remedy}`,
  });
  const { config, problems } = decodeConfig(text, codes);
  const all = [...problems, ...helmValueProblems(config, dirname(pathOf(document.uri)))];
  const unreadable = all.map(({ span, message, remedy }) => diagnostic(span, message, remedy));
  const refused = [...config.targets.values()].flatMap((configured) => {
    if (configured.kind === 'referred') {
      return fileProblems(configured, catalog, pathOf(document.uri), folder).map(({ location, message, remedy }) =>
        diagnostic(configured.fromSpan, `${location}: ${message}`, remedy),
      );
    }
    if (configured.kind === 'live') {
      const read = readLiveTarget(dirname(pathOf(document.uri)), configured, catalog);
      return read.ok ? [] : [diagnostic(configured.contextSpan, read.message, read.remedy)];
    }
    const result = resolve(configured.name, configured.target, catalog);
    if (result.ok) return [];
    return result.problems.map((problem) =>
      diagnostic(spanOf(configured, problem), problem.message, `Allowed: ${problem.allowed}`),
    );
  });
  return [...unreadable, ...refused];
}

/** Why the file in `from` is not a target. */
function fileProblems(
  { name, from, binary }: ReferredTarget,
  catalog: TargetsOfFiles['catalog'],
  configPath: string,
  cwd: string,
): readonly SettingProblem[] {
  const folder = dirname(configPath);
  const read = readTargetFile({ reference: from, folder, within: [cwd, folder], binary, askedAt: 'from', cwd });
  if (!read.ok) return read.problems;
  const result = resolve(name, read.target, catalog);
  if (result.ok) return [];
  return result.problems.map((problem) => ({
    location: read.locationOf(problem),
    message: problem.message,
    remedy: `Allowed: ${problem.allowed}`,
  }));
}

/** The target in the file that a configuration refers to; undefined if that does not make one. */
export function readConfigured({ from, binary }: ReferredTarget, configPath: string, cwd: string): Target | undefined {
  const folder = dirname(configPath);
  const read = readTargetFile({ reference: from, folder, within: [cwd, folder], binary, askedAt: 'from', cwd });
  return read.ok ? read.target : undefined;
}
