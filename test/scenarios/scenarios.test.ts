import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { builtFieldTexts } from '../harness/fieldTexts.ts';
import { filesBelow } from '../harness/files.ts';
import { helmFolder } from '../harness/helm.ts';
import { setUp } from '../harness/setUp.ts';
import { runCommands } from './cli.ts';
import { differences, updated } from './compare.ts';
import { parseScenarios, printScenarios, type Scenario, type Section, type Step } from './format.ts';
import { runRequests } from './lsp.ts';

/** Runs the steps of a scenario, given its files and the folders of installed programs. */
type Run = (
  files: readonly Section[],
  steps: readonly Step[],
  programs: (name: string) => string,
) => Promise<readonly Step[]>;

const shells: readonly (readonly [folder: string, title: string, run: Run])[] = [
  ['test/scenarios/cli', 'command line', runCommands],
  ['test/scenarios/lsp', 'language server', runRequests],
];

const kubectl = setUp('kubectl');

// The field descriptions, even if this tree was not built.
before(builtFieldTexts);

for (const [folder, title, run] of shells) {
  for (const path of filesBelow(folder, /\.txt$/)) {
    const file = parseScenarios(readFileSync(path, 'utf8'));
    describe(`${title}, ${path}`, () => {
      const renewed: Scenario[] = [];
      for (const scenario of file.scenarios) {
        it(scenario.title, async function () {
          const done = await run([...file.files, ...scenario.files], scenario.steps, (name) =>
            name === 'kubectl' ? dirname(kubectl(this)) : helmFolder(this),
          );
          const steps = scenario.steps.map(({ command, results }, index) => ({
            command,
            results: updated(results, done[index]?.results ?? []),
          }));
          renewed.push({ ...scenario, steps });
          if (process.env['UPDATE'] === '1') return;
          const wrong = scenario.steps.flatMap(({ command, results }, index) =>
            differences(results, done[index]?.results ?? []).map((problem) => `$ ${command}\n${problem}`),
          );
          assert.equal(wrong.join('\n'), '', 'UPDATE=1 writes what is so now');
        });
      }
      after(() => {
        if (process.env['UPDATE'] === '1' && renewed.length === file.scenarios.length) {
          writeFileSync(path, printScenarios({ ...file, scenarios: renewed }));
        }
      });
    });
  }
}

describe('scenario files', () => {
  for (const path of shells.flatMap(([folder]) => filesBelow(folder, /\.txt$/))) {
    it(`are written as they were read: ${path}`, () => {
      const text = readFileSync(path, 'utf8');
      assert.equal(printScenarios(parseScenarios(text)), text);
    });
  }
});
