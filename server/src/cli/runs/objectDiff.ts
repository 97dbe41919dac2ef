import { analyze } from '../../analyze.ts';
import { type NewerResource, objectChanges, type Placed } from '../../compare/objectChanges.ts';
import type { JudgedResource } from '../../judge/analysis.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { withoutOrigin } from '../../kustomize/origin.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { exitCode } from '../command.ts';
import type { ParsedArguments } from '../flags/arguments.ts';
import { helmSettings } from '../flags/helmFlags.ts';
import { todayOf } from '../flags/todayFlag.ts';
import { oldFiles } from '../flags/updateFlags.ts';
import type { ResourceFile } from '../output/differenceBlock.ts';
import { objectDiffJson, objectDiffText } from '../output/objectDiffReport.ts';
import { wantsJson } from '../output/output.ts';
import type { Terminal } from '../output/terminal.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { type ComparedText, sidesOfFolders, sidesOfRevision } from './comparedSides.ts';
import { reportSettingProblems, selectTargets } from './judging.ts';

/**
 * Prints the changes from older manifests to those of the paths, such as the objects of two chart versions. Returns the
 * exit code. Throws a UsageError if the older ones are unreadable.
 *
 * @param oldPath the file or folder of the older manifests, or git: with a revision.
 */
export async function showObjectDiff(parsed: ParsedArguments, oldPath: string, terminal: Terminal): Promise<number> {
  const { cwd } = terminal;
  const paths = parsed.positionals;
  const old = oldFiles(parsed, cwd) ?? { operation: 'apply', files: [] };
  const helm = helmSettings(parsed, cwd);
  const selection = selectTargets(parsed, terminal, paths);
  const { targets } = selection;
  if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
  let exit: number = exitCode.fine;
  const problem = (message: string, remedy: string, code: number) => {
    terminal.problem(message, remedy);
    if (code === exitCode.usage || exit === exitCode.fine) exit = code;
  };
  const surfaces = targets.map(({ surface }) => surface);
  const comparison = { paths, old, oldPath, selection, surfaces, today: todayOf(parsed), cwd, helm };
  const sides =
    old.revision === undefined ? sidesOfFolders(comparison, problem) : await sidesOfRevision(comparison, problem);

  const files = new Map<Resource, ResourceFile>();
  const judge = ({ file, text, isOutput }: ComparedText, inputs: FileInputs): readonly JudgedResource[] => {
    const { resources: judged, notJudged } = analyze(text, inputs);
    const resources = isOutput ? judged.map(ofOutput) : judged;
    const lines = new LineIndex(isOutput ? '' : text);
    for (const { resource } of resources) files.set(resource, { file, lines });
    for (const { document, reason, detail } of notJudged) {
      if (reason !== 'broken-resource') continue;
      problem(`${file} (document ${document + 1}): ${detail}`, 'fix it and compare again', exitCode.notJudged);
    }
    return resources;
  };
  const older = sides.older.flatMap((text): readonly Placed<JudgedResource>[] =>
    judge(text, text.inputs).map((object) => ({ place: text.place, object })),
  );
  const newer = sides.newer.flatMap((text): readonly Placed<NewerResource>[] => {
    const { resources: created } = analyze(text.text, { ...text.inputs, stored: undefined, earlier: undefined });
    return judge(text, text.inputs).flatMap((updated, index) => {
      const asCreated = created[index];
      return asCreated === undefined ? [] : [{ place: text.place, object: { updated, created: asCreated } }];
    });
  });

  const fileOf = (resource: Resource): ResourceFile =>
    files.get(resource) ?? { file: oldPath, lines: new LineIndex('') };
  const report = { targets, ...objectChanges(older, newer), fileOf };
  terminal.out([wantsJson(parsed) ? objectDiffJson(report, toolVersion()) : objectDiffText(report, terminal.style)]);
  return exit;
}

function ofOutput(judged: JudgedResource): JudgedResource {
  return { ...judged, resource: withoutOrigin(judged.resource) };
}
