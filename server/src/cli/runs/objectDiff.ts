import { analyze } from '../../analyze.ts';
import { type NewerResource, objectChanges } from '../../compare/objectChanges.ts';
import type { Analysis, JudgedResource } from '../../judge/analysis.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { exitCode } from '../command.ts';
import { type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { todayOf } from '../flags/todayFlag.ts';
import { oldFiles } from '../flags/updateFlags.ts';
import type { ResourceFile } from '../output/differenceBlock.ts';
import { objectDiffJson, objectDiffText } from '../output/objectDiffReport.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { type FileOfRun, FilesOfRun } from './filesOfRun.ts';
import { reportSettingProblems, selectTargets } from './judging.ts';

/**
 * Prints the changes from older manifests to those of the paths, such as the objects of two chart versions. Returns the
 * exit code. Throws a {@link UsageError} if the older ones are unreadable.
 *
 * @param old the file or folder of the older manifests.
 */
export function showObjectDiff(parsed: ParsedArguments, old: string, terminal: Terminal): number {
  if (old.startsWith('git:')) {
    throw new UsageError(
      '--old of diff is a file or a folder',
      'check out the revision with git worktree add FOLDER REF, and name the folder',
    );
  }
  const paths = parsed.positionals;
  const stored = oldFiles(parsed, terminal.cwd);
  const selection = selectTargets(parsed, terminal, paths);
  const { targets } = selection;
  if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
  let exit: number = exitCode.fine;
  const problem = (message: string, remedy: string, code: number) => {
    terminal.problem(message, remedy);
    if (code === exitCode.usage || exit === exitCode.fine) exit = code;
  };
  const surfaces = targets.map(({ surface }) => surface);
  const today = todayOf(parsed);
  const files = new Map<Resource, ResourceFile>();
  const judge = ({ file, content: { text }, inputs }: FileOfRun): Analysis => {
    const analysis = analyze(text, inputs);
    const lines = new LineIndex(text);
    for (const { resource } of analysis.resources) files.set(resource, { file, lines });
    for (const { document, reason, detail } of analysis.notJudged) {
      if (reason !== 'broken-resource') continue;
      problem(`${file} (document ${document + 1}): ${detail}`, 'fix it and compare again', exitCode.notJudged);
    }
    return analysis;
  };

  const older: JudgedResource[] = [];
  for (const file of new FilesOfRun({ paths: [old], selection, today }, terminal).each(problem, surfaces)) {
    older.push(...judge(file).resources);
  }
  const newer: NewerResource[] = [];
  const run = new FilesOfRun({ paths, selection, today, old: stored }, terminal);
  for (const file of run.each(problem, surfaces)) {
    const updated = judge(file).resources;
    const created = analyze(file.content.text, { ...file.inputs, stored: undefined, earlier: undefined }).resources;
    for (const [index, asUpdated] of updated.entries()) {
      const asCreated = created[index];
      if (asCreated !== undefined) newer.push({ updated: asUpdated, created: asCreated });
    }
  }

  const fileOf = (resource: Resource): ResourceFile => files.get(resource) ?? { file: old, lines: new LineIndex('') };
  const report = { targets, ...objectChanges(older, newer), fileOf };
  terminal.out([wantsJson(parsed) ? objectDiffJson(report, toolVersion()) : objectDiffText(report, terminal.style)]);
  return exit;
}
