import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { formatMinor, minor } from '../../server/src/targets/version.ts';
import { digestOfData, FakeRelease } from './fixtures/fakeRelease.ts';
import { newestMinor } from './merge/tables.ts';
import { dataFolder, readTables } from './tables.ts';

const tables = readTables(join(dataFolder, 'facts'));
/** Older than the newest, so that it may lack the types and functions that the authored tables cite. */
const older = minor(newestMinor(tables) - 2);

describe('npm run kubernetes, with sources that contradict each other,', () => {
  let folder = '';
  let release: FakeRelease;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'contradiction-'));
    release = new FakeRelease(folder, older, tables);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function run(): { readonly status: number | null; readonly output: string } {
    const path = [release.writeGo(), process.env['PATH'] ?? ''].join(delimiter);
    const done = spawnSync(process.execPath, ['--import=tsx', 'tools/kubernetes/main.ts', release.version], {
      cwd: new URL('../../', import.meta.url).pathname,
      encoding: 'utf8',
      env: { ...process.env, PATH: path, XDG_CACHE_HOME: folder },
    });
    return { status: done.status, output: done.stdout + done.stderr };
  }

  /** The steps that a run reused from an earlier one. */
  const keptSteps = (output: string) => [...output.matchAll(/^(\S+): kept$/gm)].map(([, step]) => step);

  it('names the gate and both sources, writes nothing, and continues once they agree', () => {
    const before = digestOfData();
    const [name = '', ...specs] = ['JobManagedBy', { version: '1.30', default: true, preRelease: 'GA' }];
    const { listed } = release;
    release.listGates({ ...listed, [name]: specs.map((spec) => ({ ...spec, lockToDefault: false })) });
    for (const kept of [[], ['shapes', 'gates']]) {
      const { status, output } = run();
      assert.equal(status, 1);
      assert.match(
        output,
        /JobManagedBy: test\/compatibility_lifecycle\/\S+\.yaml has \[\{.*"GA".*\}\], kube-apiserver registers \[\{.*"Alpha".*\}\]/,
      );
      assert.match(output, /Nothing was written\. Call the command again to go on from here\./);
      assert.deepEqual(keptSteps(output), kept);
      assert.doesNotMatch(output, /^kinds: /m, 'stops there');
    }
    release.listGates(listed);
    const { output } = run();
    assert.deepEqual(keptSteps(output), ['shapes', 'gates']);
    assert.match(output, /^same: \d+ s$/m);
    // This release is derived and has no contradictions; the later minors follow.
    assert.match(output, new RegExp(`go mod download -json k8s.io/kubernetes@v${formatMinor(minor(older + 1))}\\.`));
    assert.doesNotMatch(output, /contradicts/);
    assert.equal(digestOfData(), before);
  });

  it('names the authored table and the flag that the binary lacks, and repeats no finished step the next time', () => {
    const before = digestOfData();
    const { 'runtime-config': removed, ...others } = release.apiServerFlags;
    assert.ok(removed !== undefined);
    release.answer('binary', 'flags', { ...release.flags, 'kube-apiserver': others });
    const outputs = [run(), run()].map(({ status, output }) => {
      assert.equal(status, 1);
      return output;
    });
    for (const output of outputs) {
      assert.match(
        output,
        new RegExp(
          `^${release.version} contradicts what was authored:\n {2}server/data/authored/binaries\\.json has --runtime-config, which kube-apiserver lacks in ${formatMinor(older)} \\(server/data/facts/flags\\.json\\)$`,
          'm',
        ),
      );
      assert.match(output, /Nothing was written\./);
    }
    assert.doesNotMatch(outputs[1] ?? '', /: \d+ s$/m);
    assert.equal(digestOfData(), before);
  });
});
