import { join } from 'node:path';
import { workspaceObjects } from '../../serve/objects/workspaceObjects.ts';
import type { TargetToServe } from '../../serve/serve.ts';
import { serverTime } from '../../serve/writes/finished.ts';
import { lazily } from '../../text/lazily.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { type FlagSpec, isOn, lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { todayOf } from '../flags/todayFlag.ts';
import type { Terminal } from '../output/terminal.ts';
import { FilesOfRun } from './filesOfRun.ts';
import { reportSettingProblems, selectTargets } from './judging.ts';

/** The flags of commands that serve targets. */
export const servingFlags: readonly FlagSpec[] = [
  {
    name: 'old',
    value: 'PATH',
    help: 'stored objects, as from kubectl get -o yaml; they come before those of the workspace',
  },
  { name: 'with-secrets', help: 'serve the Secrets of the workspace as well' },
  ...targetFlags,
];

/**
 * The targets of a command line, each with the objects of the workspace. Undefined, after reporting, if a setting is
 * refused. Throws a UsageError for a path that is missing.
 *
 * @param paths the workspace.
 */
export function servedTargets(
  parsed: ParsedArguments,
  terminal: Terminal,
  paths: readonly string[],
): readonly TargetToServe[] | undefined {
  const selection = selectTargets(parsed, terminal, paths);
  const settings = selection.forFolder();
  if (reportSettingProblems(selection.problems, terminal) || settings === undefined) return undefined;
  const { cwd } = terminal;
  const old = lastValue(parsed, 'old');
  const all = [...(old === undefined ? [] : [old]), ...paths];
  const [missing] = discover(all, cwd).problems.filter((problem) => problem.missing);
  if (missing !== undefined) throw new UsageError(`${missing.file} ${missing.message}`, missing.remedy);
  const run = lazily(() => new FilesOfRun({ paths: all, selection, today: todayOf(parsed) }, terminal));
  const files = lazily(() => [...run().each((message, remedy) => terminal.problem(message, remedy))]);
  const serving = { withSecrets: isOn(parsed, 'with-secrets'), time: serverTime(new Date()) };
  return settings.surfaces.map(({ name }, index) => ({
    name,
    inputs: () => {
      const inputs = run().workspace.inputsOfText('request.json', join(cwd, 'request.json'));
      const surface = inputs?.surfaces[index];
      if (inputs === undefined || surface === undefined) throw new Error(`the target ${name} no longer exists`);
      const objects = () =>
        workspaceObjects(
          files().map(({ file, content, inputs: own }) => ({ file, text: content.text, inputs: own })),
          surface,
          serving,
        );
      return { inputs, surface, objects };
    },
  }));
}
