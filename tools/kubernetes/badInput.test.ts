import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { notRun } from '../../test/harness/notRun.ts';
import { digestOfData, writeFakeGo } from './fixtures/fakeRelease.ts';
import { goVersion } from './go.ts';
import { newestMinor } from './merge/tables.ts';
import { moduleFile } from './modules.ts';
import { parseRelease } from './release.ts';
import { Steps } from './steps.ts';
import { dataFolder, readTables } from './tables.ts';

const root = new URL('../../', import.meta.url).pathname;
const facts = join(dataFolder, 'facts');
const tables = readTables(facts);
/** A release that may be added but does not exist. */
const absent = `1.${newestMinor(tables)}.0-alpha.99`;

describe('npm run kubernetes, with invalid input,', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubernetes-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it with a fake `go` whose module proxy has a single module. */
  function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
    const bin = writeFakeGo(folder, [
      '"mod download -json k8s.io/kubernetes@"*) echo "{\\"Dir\\": \\"$PWD\\", \\"Sum\\": \\"h1:a\\"}"; echo "$*" >> asked ;;',
      '"mod download -json "*) echo "{\\"Error\\": \\"reading http://127.0.0.1:1: 403 Forbidden\\"}"; exit 1 ;;',
    ]);
    const path = [bin, process.env['PATH'] ?? ''].join(delimiter);
    const done = spawnSync(process.execPath, ['--import=tsx', 'tools/kubernetes/main.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: path, XDG_CACHE_HOME: folder },
    });
    return { status: done.status, output: done.stdout + done.stderr };
  }

  it('names a module that cannot be downloaded, writes nothing, and fails the same way again', () => {
    const before = digestOfData();
    for (const { status, output } of [run(absent, '--compare'), run(absent, '--compare')]) {
      assert.equal(status, 1);
      assert.match(output, /go mod download -json k8s\.io\/api@v0\.\d+\.0-alpha\.99 .*failed:[\s\S]*403 Forbidden/);
      assert.match(output, /Nothing was written\. Call the command again to go on from here\./);
    }
    assert.equal(digestOfData(), before);
  });

  it('names the minor that a release would skip, before it sends a request', () => {
    const { status, output } = run('1.99.0');
    assert.equal(status, 1);
    assert.match(output, /The facts end with 1\.\d+; add a release of 1\.\d+ before 1\.99\.0\./);
    assert.deepEqual(readdirSync(join(folder, 'kubecompat-kubernetes')), []);
  });

  it('names the run that uses the cache folder, and sends no request', () => {
    const cache = join(folder, 'kubecompat-kubernetes');
    mkdirSync(cache);
    writeFileSync(join(cache, 'lock'), `${process.pid}\n`);
    const { status, output } = run(absent, '--compare');
    assert.equal(status, 1);
    assert.match(
      output,
      new RegExp(`is in use by another run \\(process ${process.pid}\\)\\. Wait until it has finished`),
    );
    assert.doesNotMatch(output, /\n {4}at /, 'no stack trace');
    assert.deepEqual(readdirSync(cache), ['lock'], 'the lock of the other run stays');
    assert.ok(!readdirSync(folder).includes('asked'));
  });

  it('takes over the lock of a killed run, and leaves none', () => {
    const cache = join(folder, 'kubecompat-kubernetes');
    mkdirSync(cache);
    for (const leftover of [`${spawnSync(process.execPath, ['--version']).pid}\n`, 'no process']) {
      writeFileSync(join(cache, 'lock'), leftover);
      assert.match(run(absent, '--compare').output, /403 Forbidden/);
      assert.ok(!readdirSync(cache).includes('lock'));
    }
  });

  it('names a file that a release no longer has', () => {
    const modules = new Map([['k8s.io/api', { path: 'k8s.io/api', folder, sum: '' }]]);
    assert.throws(
      () => moduleFile(modules, 'k8s.io/api', 'core/v1/types.go'),
      /k8s\.io\/api: core\/v1\/types\.go is not there/,
    );
  });

  describe('with the real Go', () => {
    before(function () {
      if (goVersion() === undefined) notRun(this, 'there is no Go on the PATH');
    });

    /** Runs it with empty caches and a proxy that is a folder. */
    function runWith(proxy: string, ...args: readonly string[]) {
      const env = {
        XDG_CACHE_HOME: folder,
        GOMODCACHE: join(folder, 'modules'),
        GOPROXY: proxy,
        GOFLAGS: '-modcacherw',
      };
      const done = spawnSync(process.execPath, ['--import=tsx', 'tools/kubernetes/main.ts', ...args], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      return { status: done.status, said: done.stdout + done.stderr };
    }

    it('reports a proxy that does not exist, and continues from there the next time', () => {
      const before = digestOfData();
      for (const args of [[absent, '--compare'], ['--look']]) {
        const { status, said: output } = runWith(`file://${join(folder, 'nowhere')}`, ...args);
        assert.equal(status, 1, output);
        assert.match(output, /k8s\.io\/\w+.*nowhere.*no such file or directory/);
        assert.match(output, /Nothing was written\. Call the command again/);
        assert.doesNotMatch(output, /\n {4}at /, 'no stack trace');
      }
      assert.equal(digestOfData(), before);
    });

    it('reports a proxy that returns garbage', () => {
      const at = join(folder, 'proxy/k8s.io/kubernetes/@v');
      mkdirSync(at, { recursive: true });
      writeFileSync(join(at, `v${absent}.info`), '<html>no module</html>');
      const { status, said: output } = runWith(`file://${join(folder, 'proxy')}`, absent, '--compare');
      assert.equal(status, 1, output);
      assert.match(output, /k8s\.io\/kubernetes@v\S+: invalid response from proxy/);
    });
  });

  it('continues from finished steps after an interruption, and ignores unfinished ones', () => {
    const steps = join(folder, 'steps');
    new Steps(steps, () => {}).run('kinds', ['a'], () => 'whole');
    const [kept = ''] = readdirSync(steps);
    // Leftovers of kill -9: a step that was being written, and one that was not finished.
    writeFileSync(join(steps, `${kept}.part`), 'ha');
    assert.throws(() => new Steps(steps, () => {}).run('gates', ['a'], () => assert.fail('ended')));
    const messages: string[] = [];
    const again = new Steps(steps, (line) => messages.push(line));
    assert.equal(
      again.run('kinds', ['a'], () => assert.fail('is kept')),
      'whole',
    );
    assert.equal(
      again.run('gates', ['a'], () => 'made now'),
      'made now',
    );
    assert.equal(messages[0], 'kinds: kept');
  });

  it('accepts only releases', () => {
    assert.equal(parseRelease('1.38'), undefined);
    for (const args of [['1.38'], [absent, '--comapre'], [absent, '1.37.2']])
      assert.match(run(...args).output, /usage: npm run kubernetes -- VERSION/);
    assert.ok(!readdirSync(folder).includes('asked'));
  });
});
