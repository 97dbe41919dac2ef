import assert from 'node:assert/strict';
import { runIn } from '../scenarios/inProcess.ts';
import { type Files, type RunOptions, Workspace } from './harness.ts';

/** What a user types in a folder with some files, and what must come of it. */
export interface Scenario extends RunOptions {
  readonly title: string;
  readonly files?: Files;
  /** The words behind `kubecompat`, split at blanks. */
  readonly type: string;
  readonly exit: number;
  readonly stdout?: readonly (string | RegExp)[];
  readonly stderr?: readonly (string | RegExp)[];
  /** Must appear nowhere. */
  readonly never?: readonly (string | RegExp)[];
}

/** A target that most scenarios take. */
export const at136 = '--target=1.36';

/** Makes a test of each scenario. */
export function runScenarios(group: string, scenarios: readonly Scenario[]): void {
  describe(`command line, ${group}`, () => {
    for (const scenario of scenarios) {
      const { title, files = {}, type, exit, stdout = [], stderr = [], never = [] } = scenario;
      it(title, async () => {
        const run = await runOnce(files, type === '' ? [] : type.split(' '), scenario);
        const shown = `\n${run.stdout}\n${run.stderr}`;
        assert.equal(run.exit, exit, shown);
        for (const part of stdout) assert.ok(has(run.stdout, part), `standard output lacks ${part}${shown}`);
        for (const part of stderr) assert.ok(has(run.stderr, part), `standard error lacks ${part}${shown}`);
        for (const part of never) assert.ok(!has(run.stdout + run.stderr, part), `there is ${part}${shown}`);
        assert.doesNotMatch(run.stderr, /\n {4}at /, 'no stack trace');
      });
    }
  });
}

async function runOnce(files: Files, args: readonly string[], options: RunOptions) {
  const workspace = new Workspace(files);
  try {
    return await runIn(workspace, args, options);
  } finally {
    workspace.remove();
  }
}

function has(text: string, part: string | RegExp): boolean {
  return typeof part === 'string' ? text.includes(part) : part.test(text);
}
