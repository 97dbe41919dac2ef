import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkCodes } from '../server/src/checks/checkCodes.ts';
import { checks } from '../server/src/checks/registry.ts';
import { explanationFile } from '../server/src/workspace/shipped/explanations.ts';
import { Workspace } from './cli/harness.ts';
import { type Example, examplesOf, tableOf } from './harness/explainExamples.ts';
import { helmFolder } from './harness/helm.ts';
import { runIn } from './scenarios/inProcess.ts';

/** The pages that explain findings, by path, with their codes. */
const pages = new Map<string, string[]>();
for (const code of checkCodes.keys()) {
  const path = explanationFile(code)?.pathname ?? assert.fail(code);
  pages.set(path, [...(pages.get(path) ?? []), code]);
}

/** The codes that are reported if a reader follows an example. */
async function foundBy(
  { files, command, target }: Example,
  env: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const workspace = new Workspace(Object.fromEntries(files));
  try {
    const args = [...command.split(' '), `--target=${target}`, '--format=json'];
    const { stdout, stderr } = await runIn(workspace, args, { env });
    const report: unknown = JSON.parse(stdout === '' ? assert.fail(stderr) : stdout);
    return [...JSON.stringify(report).matchAll(/"code":"([a-z-]+)"/g)].flatMap(([, code]) => code ?? []);
  } finally {
    workspace.remove();
  }
}

describe('examples of the pages that explain findings', () => {
  for (const [path, codes] of pages) {
    const page = readFileSync(path, 'utf8');
    const name = path.split('/').at(-2) ?? path;
    const examples = examplesOf(page);
    for (const example of examples) {
      it(`${name}: ${example.codes.join(', ')} at ${example.target}`, async function () {
        const found = await foundBy(example, example.needsHelm ? { PATH: helmFolder(this) } : {});
        const missing = example.codes.filter((code) => !found.includes(code));
        assert.deepEqual(missing, [], `found ${found.join(', ') || 'nothing'}`);
      });
    }

    it(`${name}: have every code of the page`, () => {
      const shown = new Set(examples.flatMap((example) => example.codes));
      assert.deepEqual(
        [...shown].filter((code) => !codes.includes(code)),
        [],
        'codes that the page is not about',
      );
      const table = tableOf(page);
      const needed = codes.filter((code) => !table.includes(code));
      assert.deepEqual(
        needed.filter((code) => !shown.has(code)),
        [],
      );
      assert.ok(shown.size > 0);
    });
  }

  it('exist for all checks', () => {
    const about = new Set([...pages.values()].flat());
    assert.ok(checks.every((check) => check.codes.every(({ code }) => about.has(code))));
  });
});
