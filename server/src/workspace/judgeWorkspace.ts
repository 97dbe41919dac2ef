import { dirname, resolve } from 'node:path';
import { analyze } from '../analyze.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { ReportBuilder } from '../report/buildReport.ts';
import type { ToolInfo, WorkspaceReport } from '../report/workspaceReport.ts';
import { type DecodedBytes, decodeBytes } from './decodeBytes.ts';
import { type DiscoveryProblem, discover, type FoundFile, reportName } from './discover.ts';
import { explainIoError } from './ioError.ts';
import { readText } from './readFile.ts';
import type { TargetSelection } from './targetSelection.ts';

/** What to judge, and how. */
export interface JudgeRequest {
  /** Files and folders, relative to `cwd`; `-` is standard input. */
  readonly paths: readonly string[];
  readonly cwd: string;
  readonly catalog: Catalog;
  readonly toolVersion: string;
  readonly selection: TargetSelection;
  /** The bytes of standard input, and the file that they are of, if one was named. */
  readonly stdin: { readonly read: () => Uint8Array; readonly filename: string | undefined };
  /** Keeps the texts of files with findings, for formats that show excerpts. */
  readonly keepSource: boolean;
  /** Told after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The outcome of a run. */
export interface JudgedWorkspace {
  readonly report: WorkspaceReport;
  /** The texts of the files with findings, by their names in the report. */
  readonly sources: ReadonlyMap<string, string>;
  /** What could not be found or read, for people; those that concern a file are in the report as well. */
  readonly problems: readonly DiscoveryProblem[];
  /** How many files and folders `.gitignore` left out. */
  readonly ignored: number;
}

const stdinName = '<stdin>';

/** Finds, reads and judges everything under the paths of a request. One bad file stops no other. */
export function judgeWorkspace(request: JudgeRequest): JudgedWorkspace {
  const { cwd, selection, paths } = request;
  const found = discover(
    paths.filter((path) => path !== '-'),
    cwd,
  );
  const builder = new ReportBuilder();
  const sources = new Map<string, string>();
  const problems = [...found.problems];
  // Links that lead elsewhere are told, but they hide no manifest of this workspace.
  for (const { file, message, counts } of found.problems) {
    if (counts) builder.addNotJudged({ file, reason: 'unreadable', detail: message });
  }
  const inputs: Input[] = found.files.map((file) => ({ ...file, read: () => readText(file.path) }));
  if (paths.includes('-')) inputs.unshift(standardInput(request));
  inputs.forEach(({ file, path, read }, index) => {
    const settings = selection.forFile(path);
    const content = read();
    if (!content.ok) {
      const { message, remedy } = content;
      problems.push({ file, message, remedy, missing: false, counts: true });
      builder.addNotJudged({ file, reason: 'unreadable', detail: message });
    } else if (settings === undefined) {
      const config = selection.configFile(dirname(path)) ?? 'its configuration';
      builder.addNotJudged({ file, reason: 'bad-configuration', detail: `${config} is refused` });
    } else {
      try {
        const { surfaces, severity } = settings;
        const analysis = analyze(content.text, file, surfaces);
        const findings = builder.add({ file, analysis, surfaces, severity });
        if (findings > 0 && request.keepSource) sources.set(file, content.text);
      } catch (error) {
        const { message, remedy } = internalError(error);
        problems.push({ file, message, remedy, missing: false, counts: true });
        builder.addNotJudged({ file, reason: 'internal-error', detail: message });
      }
    }
    request.onProgress?.(index + 1, inputs.length);
  });
  const tool: ToolInfo = {
    name: 'kubecompat',
    version: request.toolVersion,
    catalogue: request.catalog.version,
  };
  return { report: builder.build(tool, selection.targets), sources, problems, ignored: found.ignored };
}

/** The analysis does not throw on any input; should it do so all the same, the other files are still judged. */
function internalError(error: unknown): { readonly message: string; readonly remedy: string } {
  const what = error instanceof Error ? error.message : String(error);
  return {
    message: `could not be judged because of a mistake in kubecompat: ${what}`,
    remedy: 'please report it, with the file if you may share it',
  };
}

interface Input extends FoundFile {
  readonly read: () => DecodedBytes;
}

function standardInput({ stdin, cwd }: JudgeRequest): Input {
  const path = resolve(cwd, stdin.filename ?? stdinName);
  return {
    path,
    file: stdin.filename === undefined ? stdinName : reportName(path, cwd),
    read: () => {
      try {
        return decodeBytes(Buffer.from(stdin.read()));
      } catch (error) {
        const { message, remedy } = explainIoError(error);
        return { ok: false, message, remedy };
      }
    },
  };
}
