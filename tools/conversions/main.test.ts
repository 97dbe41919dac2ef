import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { conversionFolder } from '../../test/harness/conversionFixtures.ts';
import { writeFakeGo } from '../kubernetes/fixtures/fakeRelease.ts';

const root = new URL('../../', import.meta.url).pathname;
const recorded = [
  join(root, 'test/recorded/conversions/answers.json.gz'),
  new URL('verdicts.json', conversionFolder).pathname,
];

describe('npm run conversions, with releases of our own,', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conversions-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Runs it with a `go` whose every release has the program `same`: bash that answers the lines of its input. */
  function run(same: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
    mkdirSync(join(folder, 'module/pkg/apis/apps/install'), { recursive: true });
    writeFileSync(join(folder, 'module/go.mod'), 'go 1.26\n\nreplace (\n\tk8s.io/api => ./staging/src/k8s.io/api\n)\n');
    writeFileSync(join(folder, 'same'), `#!/usr/bin/env bash\n${same}\n`);
    const bin = writeFakeGo(folder, [
      `"mod download -json "*) echo '{"Dir": "${folder}/module", "Sum": "h1:a"}' ;;`,
      `build*) cat groups.go >> ${folder}/built; cp ${folder}/same program; chmod +x program ;;`,
    ]);
    const path = [bin, process.env['PATH'] ?? ''].join(delimiter);
    const done = spawnSync(process.execPath, ['--import=tsx', 'tools/conversions/main.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, PATH: path, XDG_CACHE_HOME: folder },
    });
    return { status: done.status, output: done.stdout + done.stderr };
  }

  const answering = (answer: string) => `sed -E 's/^\\{"id":"([0-9]+)".*/{"id":"\\1",${answer}}/'`;

  it('builds the comparison of each release, asks the older one about what the newer cannot read, and prints changes', () => {
    const before = recorded.map((file) => readFileSync(file, 'base64'));
    const newer = `sed -E '/PriorityClass/! s/^\\{"id":"([0-9]+)".*/{"id":"\\1","same":true}/; /PriorityClass/ s/^\\{"id":"([0-9]+)".*/{"id":"\\1","error":"no kind"}/'`;
    const older = answering('"same":false,"diff":[".value: 1 is not 2"]');
    const { status, output } = run(
      `case "$0" in */1.24.17/*) ${older} ;; *) ${newer} ;; esac`,
      '--compare',
      '1.37.2',
      '1.24.17',
    );
    assert.equal(status, 0, output);
    assert.match(
      output,
      /^PriorityClass scheduling\.k8s\.io\/v1beta1 -> scheduling\.k8s\.io\/v1 \(object 13\): same -> differs\n {2}\.value: 1 is not 2$/m,
    );
    assert.match(output, /^crd\.yaml: same$/m, 'a fixture that was recorded as different');
    const [, all, same, differ, unreadable] =
      /^(\d+) generated objects: (\d+) same, (\d+) differ, (\d+) /m.exec(output)?.map(Number) ?? [];
    assert.equal((same ?? 0) + (differ ?? 0), all);
    assert.ok((differ ?? 0) > 0 && unreadable === 0);
    const built = readFileSync(join(folder, 'built'), 'utf8');
    assert.equal(built.split('"k8s.io/kubernetes/pkg/apis/apps/install"').length, 3, 'built for both');
    assert.deepEqual(
      recorded.map((file) => readFileSync(file, 'base64')),
      before,
      '--compare writes nothing',
    );
  });

  it('names the fixture that no release reads, and writes nothing', () => {
    const before = recorded.map((file) => readFileSync(file, 'base64'));
    const { status, output } = run(answering('"error":"no kind"'), '1.37.2', '1.24.17');
    assert.equal(status, 1);
    assert.match(output, /^Kubernetes cannot read both:\ncertificate-request\.yaml: no kind; no kind$/m);
    assert.match(output, /^Nothing was written\.$/m);
    assert.deepEqual(
      recorded.map((file) => readFileSync(file, 'base64')),
      before,
    );
  });

  it('refuses what is no version', () => {
    assert.match(run('', 'newest').output, /^usage: npm run conversions/);
  });
});
