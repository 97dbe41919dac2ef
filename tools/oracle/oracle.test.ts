import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { minor } from '../../server/src/targets/version.ts';
import type { Answer } from '../../test/conformance/answers.ts';
import { readFixture } from '../../test/harness/annotations.ts';
import { readRecording, resolveFlags } from '../../test/harness/recorded.ts';
import { surfaceOf } from '../../test/harness/surfaces.ts';
import { compareCreate } from './compareCreates.ts';
import { compareSetting } from './compareGrid.ts';
import { strictErrors } from './creates.ts';
import { grouped, groupsText } from './disagreements.ts';
import { type AskedDocument, documentsOf } from './documents.ts';
import { fixtureText } from './fixture.ts';
import { apisKeptByAlpha, isAlpha } from './keptByAlpha.ts';
import { readSet, setsOf, writeSet } from './sets.ts';
import { gridSettings, randomSettings } from './settings.ts';
import { compareStorage, notStored } from './storage.ts';

const surface = surfaceOf('1.37');
const text = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: web
      image: nginx
      imagePullPolicy: Sometimes
`;
const pod: AskedDocument = { id: 'a', text, apiVersion: 'v1', kind: 'Pod', namespace: 'default' };

function answer(fields: Partial<Answer>): Answer {
  return { id: 'a', sha: 'a', verdict: 'accepted', lost: [], ...fields };
}

describe('npm run oracle', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'oracle-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('finds no disagreement in the grid of a recorded server, and finds inserted ones', () => {
    const rows = readRecording('grid/1.37');
    assert.deepEqual(
      rows.flatMap((row) => compareSetting('1.37', row)),
      [],
    );
    const [first] = rows.filter(({ answer: recorded }) => 'served' in recorded);
    assert.ok(first !== undefined && 'served' in first.answer);
    const other = {
      ...first,
      answer: { ...first.answer, served: first.answer.served.slice(1), storageVersions: { pods: 'v0' } },
    };
    assert.deepEqual(
      compareSetting('1.37', other).map(({ rule }) => rule),
      ['served here alone', 'a storage version'],
    );
  });

  it('lets an alpha build serve APIs that end in its emulation version, and nothing else', () => {
    const [first] = readRecording('grid/1.37').filter(({ answer: recorded }) => 'served' in recorded);
    assert.ok(first !== undefined && 'served' in first.answer);
    const ended = [...apisKeptByAlpha(minor(37))].filter((kind) => !kind.endsWith('List'));
    assert.ok(ended.length > 0);
    const { answer: recorded } = first;
    const serving = (kind: string) => ({
      ...first,
      answer: { ...recorded, served: [...recorded.served, `${kind} things Cluster`] },
    });
    for (const kind of ended) {
      assert.deepEqual(compareSetting('1.37', serving(kind), true), []);
      assert.deepEqual(
        compareSetting('1.37', serving(kind)).map(({ rule }) => rule),
        ['served by the server alone'],
      );
    }
    assert.equal(compareSetting('1.37', serving('apps/v1beta1 Deployment'), true).length, 1);
    assert.deepEqual(['1.38.0-alpha.0', '1.38.0-beta.0', '1.38.0'].map(isAlpha), [true, false, false]);
  });

  it('records every setting that the stored grid of a binary has', () => {
    const names = new Set(gridSettings(minor(37)).map(({ flags }) => flags.join(' ')));
    const odd = new Set(['bad-min-high', 'ga-off', 'kube-prefixed']);
    const kept = readRecording('grid/1.37').filter(({ name }) => !odd.has(name));
    assert.deepEqual(
      kept.filter(({ flags }) => !names.has(flags.join(' '))).map(({ name }) => name),
      [],
    );
    assert.ok(gridSettings(minor(34)).every(({ flags }) => !flags.some((flag) => flag.includes('min-compat'))));
  });

  it('generates settings of existing gates and APIs from a seed', () => {
    const drawn = randomSettings(minor(37), 1, 30);
    assert.deepEqual(drawn, randomSettings(minor(37), 1, 30));
    assert.notDeepEqual(drawn, randomSettings(minor(37), 2, 30));
    const flags = drawn.flatMap((setting) => setting.flags);
    for (const name of ['emulated-version', 'feature-gates', 'runtime-config'])
      assert.ok(
        flags.some((flag) => flag.startsWith(`--${name}=`)),
        name,
      );
    const resolved = drawn.filter((setting) => resolveFlags('1.37', setting.flags).ok);
    assert.ok(resolved.length > 5, `${resolved.length} of ${drawn.length} would start`);
  });

  it('generates whole objects of every served kind, and each of their parts alone', () => {
    const documents = documentsOf(['whole'], { seed: 1, changes: 1 });
    assert.ok(new Set(documents.map(({ kind }) => kind)).size > 60);
    const specs = documents
      .filter(({ apiVersion, kind }) => `${apiVersion} ${kind}` === 'batch/v1 Job')
      .map(({ text: whole }) => Object.keys(JSON.parse(whole).spec ?? {}));
    assert.ok(specs.some((fields) => fields.length > 10 && fields.includes('podFailurePolicy')));
    assert.ok(specs.some((fields) => fields.length === 1 && fields[0] === 'podFailurePolicy'));
  });

  it('compares the versions in etcd with the storage versions of a target', () => {
    const rows = [
      { resource: 'deployments.apps', versions: ['v1'] },
      { resource: 'jobs.batch', versions: ['v1beta1'] },
      { resource: 'bindings', versions: [] },
    ];
    assert.deepEqual(
      compareStorage(rows, surface, 'default').map(({ about, detail }) => [about, detail]),
      [['jobs.batch', 'v1beta1 against v1']],
    );
    assert.deepEqual(notStored(rows), ['bindings']);
  });

  it('reads the errors of a strict decoder', () => {
    const message =
      'strict decoding error: yaml: unmarshal errors:\n  line 9: key "name" already set in map, unknown field "spec.a\\"b", duplicate field "spec.x"';
    assert.deepEqual(strictErrors(message), { unknown: ['spec.a\\"b'], duplicate: ['name', 'x'] });
  });

  it('takes documents with one object each from fixtures, without annotations', () => {
    const documents = documentsOf(['fixtures'], { seed: 1, changes: 1 });
    assert.ok(documents.length > 300);
    assert.ok(documents.every((document) => !/^ *# @\d|^ *# *\^/m.test(document.text)));
  });

  it('puts false alarms first, and makes a fixture of each disagreement', () => {
    const wrong = compareCreate(pod, answer({}), surface, 'default');
    const missed = compareCreate(
      pod,
      answer({
        verdict: 'invalid',
        causes: [
          ['FieldValueNotSupported', 'spec.containers[0].imagePullPolicy', 'Unsupported value'],
          ['FieldValueRequired', 'spec.os', 'Required value'],
        ],
      }),
      surface,
      'default',
    );
    const groups = grouped([...missed, ...missed, ...wrong]);
    assert.deepEqual(
      groups.map(({ rule, count }) => [rule, count]),
      [
        ['no-false-alarm unsupported-value', 1],
        ['invalid-fields', 2],
      ],
    );
    assert.match(groupsText(groups, 5), /^no-false-alarm unsupported-value: 1\n {2}1 × Pod spec\.containers\[\]/);
    const [falseAlarm, missedExample] = groups.map(({ example }) =>
      readFixture(example.fixture === undefined ? '' : fixtureText(example.fixture)),
    );
    assert.deepEqual([falseAlarm?.targets, falseAlarm?.expected], [['1.37'], []]);
    assert.deepEqual(
      missedExample?.expected.map(({ code }) => code),
      ['missing-field', 'unsupported-value'],
    );
  });

  it('compares nothing that a dry run cannot confirm', () => {
    const twice = `apiVersion: extensions/v1beta1\n${text.replace('Sometimes', 'Always')}`;
    const document = { ...pod, text: twice };
    assert.deepEqual(
      compareCreate(document, answer({ duplicate: ['apiVersion'] }), surface, 'default').map(({ rule }) => rule),
      [],
    );
  });

  it('stores sets with their digests, and refuses one that was changed', () => {
    writeSet(folder, { file: 'a.jsonl.gz', release: '1.37.2', command: 'again' }, [{ a: 1 }, { a: 2 }]);
    assert.deepEqual(readSet(folder, 'a.jsonl.gz'), [{ a: 1 }, { a: 2 }]);
    assert.deepEqual(
      setsOf(folder).map(({ rows }) => rows),
      [2],
    );
    writeFileSync(join(folder, 'b.jsonl.gz.part'), 'half');
    assert.equal(readSet(folder, 'b.jsonl.gz'), undefined);
    writeFileSync(join(folder, 'a.jsonl.gz'), 'other');
    assert.throws(() => readSet(folder, 'a.jsonl.gz'), /is not what was recorded; record it again: again/);
  });

  it('reports why a server does not start, writes only complete files, and records refusals', () => {
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const program = (name: string, lines: readonly string[]) => {
      writeFileSync(join(bin, name), `#!/usr/bin/env bash\n${lines.join('\n')}\n`);
      chmodSync(join(bin, name), 0o755);
    };
    program('etcd', ['exec sleep 600']);
    program('kube-apiserver', [
      '[ "$1" = --version ] && echo Kubernetes v1.37.2 && exit',
      'echo \'E1 run.go:72] "command failed" err="no \\"etcd\\" there"\' >&2',
      'exit 1',
    ]);
    const run = (only: string, settings: string) =>
      spawnSync(
        process.execPath,
        [
          '--import=tsx',
          'tools/oracle/main.ts',
          '1.37.2',
          '--server',
          join(bin, 'kube-apiserver'),
          '--only',
          only,
          '--settings',
          settings,
        ],
        {
          cwd: new URL('../../', import.meta.url).pathname,
          encoding: 'utf8',
          env: { ...process.env, XDG_CACHE_HOME: folder, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
        },
      );
    const recorded = join(folder, 'kubecompat-kubernetes/1.37.2/oracle');
    for (const only of ['fixtures', 'grid']) {
      const { status, stderr } = run(only, 'default');
      assert.equal(status, 2, stderr);
      assert.match(stderr, /kube-apiserver did not become ready: .*no \\"etcd\\" there/);
      assert.match(stderr, /Call the command again to go on from here/);
      assert.deepEqual(readdirSync(recorded), []);
    }
    const grid = run('grid', 'emu-1.36');
    assert.equal(grid.status, 1, grid.stderr);
    assert.match(
      grid.stdout,
      /a setting is not refused: 1\n {2}1 × --emulated-version=1\.36: no "etcd" there \(emu-1\.36\)/,
    );
    assert.match(readFileSync(join(recorded, 'sets.json'), 'utf8'), /"file": "grid@emu-1\.36\.jsonl\.gz"/);
  });
});
