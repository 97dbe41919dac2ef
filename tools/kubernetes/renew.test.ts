import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { arrayOf, fieldOf, object, optionalText } from '../../server/data/generator/json.ts';

const root = new URL('../../', import.meta.url).pathname;
const steps = arrayOf(
  fieldOf(fieldOf(fieldOf(read('.github/workflows/kubernetes-releases.yml'), 'jobs'), 'renew'), 'steps'),
);
const job = fieldOf(read('ci/gitlab/kubernetes-releases.gitlab-ci.yml'), 'kubernetes-releases');

function read(file: string): unknown {
  return parse(readFileSync(join(root, file), 'utf8'));
}

/**
 * A clone with a fake `npm` that finds one release, derives it into a file and builds no catalogue, and a fake `gh`.
 */
function clone(folder: string, found: string): string {
  const [origin, work, bin] = ['origin', 'work', 'bin'].map((name) => join(folder, name));
  assert.ok(origin !== undefined && work !== undefined && bin !== undefined);
  mkdirSync(join(work, 'tools/kubernetes'), { recursive: true });
  mkdirSync(join(work, 'server/data'), { recursive: true });
  mkdirSync(bin);
  for (const file of ['kubernetes/renew.sh', 'handOver.sh'])
    cpSync(join(root, 'tools', file), join(work, 'tools', file));
  writeFileSync(join(work, 'server/data/facts'), 'old\n');
  git(folder, 'init', '--quiet', '--bare', origin);
  git(work, 'init', '--quiet');
  git(work, 'add', '.');
  git(work, '-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--message', 'first');
  git(work, 'remote', 'add', 'origin', origin);
  program(join(bin, 'npm'), [
    'case "$*" in',
    `*--look) echo "${found}" ;;`,
    '*catalog) echo "server/data/authored/gates.json: reviewed up to 1.37, not for 1.38" >&2; exit 1 ;;',
    '*kubernetes*) echo new > server/data/facts; echo "gvk.jsonl: 428 equal" ;;',
    '*) exit 9 ;;',
    'esac',
  ]);
  program(join(bin, 'gh'), ['echo "$*" > ../gh.txt', 'cp "$8" ../body.txt']);
  return work;
}

function program(path: string, lines: readonly string[]): void {
  writeFileSync(path, `#!/usr/bin/env bash\n${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
}

function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', [...args], { cwd: folder, encoding: 'utf8' });
}

function runStep(script: string, work: string): string {
  const path = [join(work, '../bin'), process.env['PATH'] ?? ''].join(delimiter);
  return execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: work,
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  });
}

describe('the workflow for new releases', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'renew-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const derive =
    optionalText(
      fieldOf(
        steps.find((step) => String(fieldOf(step, 'run')).includes('renew.sh')),
        'run',
      ),
    ) ?? '';

  it('opens a pull request for a release that the facts do not have, with its open decisions', () => {
    const work = clone(folder, '1.38.0');
    runStep(derive, work);
    assert.match(
      readFileSync(join(folder, 'gh.txt'), 'utf8'),
      /^pr create --head kubernetes-1\.38\.0 --title Add the facts of Kubernetes 1\.38\.0 /,
    );
    assert.equal(
      readFileSync(join(folder, 'body.txt'), 'utf8'),
      '```\ngvk.jsonl: 428 equal\nserver/data/authored/gates.json: reviewed up to 1.37, not for 1.38\n```\n',
    );
    assert.equal(git(work, 'show', 'origin/kubernetes-1.38.0:server/data/facts'), 'new\n');
  });

  it('does not change a branch under review, and does nothing without a new release', () => {
    const work = clone(folder, '1.38.0');
    runStep(derive, work);
    rmSync(join(folder, 'gh.txt'));
    assert.match(runStep(derive, work), /kubernetes-1\.38\.0 is there already/);
    assert.ok(!existsSync(join(folder, 'gh.txt')));
    program(join(folder, 'bin/npm'), ['exit 0']);
    assert.match(runStep(derive, work), /knows? every release/);
  });

  it('pushes a merge request with these decisions on GitLab', () => {
    const work = clone(folder, '1.38.0');
    const script = arrayOf(fieldOf(job, 'script')).map(String);
    git(join(folder, 'origin'), 'config', 'receive.advertisePushOptions', 'true');
    program(join(folder, 'origin/hooks/pre-receive'), ['env | grep ^GIT_PUSH_OPTION_ > ../options.txt']);
    for (const line of script) runStep(line, work);
    assert.equal(git(work, 'show', 'origin/kubernetes-1.38.0:server/data/facts'), 'new\n');
    const options = readFileSync(join(folder, 'options.txt'), 'utf8');
    assert.match(options, /=merge_request\.title=Add the facts of Kubernetes 1\.38\.0$/m);
    const list = 'gvk.jsonl: 428 equal&#10;server/data/authored/gates.json: reviewed up to 1.37, not for 1.38&#10;';
    assert.ok(options.includes(`=merge_request.description=<pre>${list}</pre>\n`), options);
  });

  it('continues with the next release if one is not added, and fails in the end', () => {
    const work = clone(folder, '1.38.0 1.37.3');
    const npm = join(folder, 'bin/npm');
    const stops = '*1.38.0) echo "1.38.0 contradicts what was authored" >&2; exit 1 ;;';
    writeFileSync(npm, readFileSync(npm, 'utf8').replace('*kubernetes*)', `${stops}\n*kubernetes*)`));
    assert.throws(() => runStep(derive, work), /1\.38\.0 was not added/);
    assert.match(readFileSync(join(folder, 'gh.txt'), 'utf8'), /^pr create --head kubernetes-1\.37\.3 /);
    assert.equal(git(work, 'branch', '--remotes').trim(), 'origin/kubernetes-1.37.3');
  });

  it('shortens a list that is too long for a pull request', () => {
    const work = clone(folder, '1.38.0');
    const line = 'x'.repeat(99);
    program(join(folder, 'bin/list'), [`for n in $(seq 9000); do echo ${line}; done`]);
    const npm = join(folder, 'bin/npm');
    writeFileSync(npm, readFileSync(npm, 'utf8').replace('echo "gvk.jsonl: 428 equal"', 'list'));
    runStep(derive, work);
    const body = readFileSync(join(folder, 'body.txt'), 'utf8');
    assert.ok(body.length > 30_000 && body.length < 60_000, String(body.length));
    assert.match(body, /\nThe pipeline has the whole list\.\n```\n$/);
  });

  it('runs on weekdays and by hand, and may push and open pull requests', () => {
    const workflow = object(read('.github/workflows/kubernetes-releases.yml'));
    assert.deepEqual(Object.keys(object(workflow['on'])), ['schedule', 'workflow_dispatch']);
    assert.deepEqual(workflow['permissions'], { contents: 'write', 'pull-requests': 'write' });
    for (const step of steps) assert.ok((fieldOf(step, 'uses') === undefined) !== (fieldOf(step, 'run') === undefined));
  });
});
