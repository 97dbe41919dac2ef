import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { arrayOf, fieldOf, object, text } from '../../server/data/generator/json.ts';
import { publicationOf, publishedFiles, readPublications } from './publications.ts';
import { newReleases, refsIn } from './releases.ts';

const root = new URL('../../', import.meta.url).pathname;
const workflow = parse(readFileSync(join(root, '.github/workflows/definitions-releases.yml'), 'utf8'));
const steps = arrayOf(fieldOf(fieldOf(fieldOf(workflow, 'jobs'), 'renew'), 'steps'));
const job = fieldOf(
  parse(readFileSync(join(root, 'ci/gitlab/definitions-releases.gitlab-ci.yml'), 'utf8')),
  'definitions-releases',
);

describe('releases of projects with built-in definitions', () => {
  const lamp = {
    set: 'lamp',
    repository: 'https://example.com/lamp',
    paths: ['crds'],
    isRelease: /^v\d+\.\d+\.\d+$/,
    leftOut: [],
  };

  it('are the last patches of minors that the set does not have, oldest first', () => {
    const printed = ['v1.9.0', 'v1.10.0', 'v1.10.3', 'v1.10.1', 'v2.0.0', 'v2.1.0-rc.1', '--upload-pack=x', 'v1.8.9']
      .map((name) => `0123\trefs/tags/${name}`)
      .join('\n');
    const found = newReleases(lamp, ['v1.8.2', 'v1.9.0'], refsIn(printed));
    assert.deepEqual(
      found.map(({ release }) => release),
      ['v1.10.3', 'v2.0.0'],
    );
    assert.deepEqual(newReleases({ ...lamp, isRelease: /.*/ }, ['v9.0.0'], ['--x=v10.0.0', '../v10.0.0']), []);
  });

  it('are known by branches and by the names that a set has', () => {
    const branches = refsIn('0123\trefs/heads/release-4.9\n0123\trefs/heads/release-4.22\n0123\trefs/heads/main\n');
    const set = { ...lamp, isRelease: /^release-4\.\d+$/ };
    assert.deepEqual(
      newReleases(set, ['release-4.21'], branches).map(({ release }) => release),
      ['release-4.22'],
    );
    const byName = publicationOf('calico', 'projectcalico/calico', ['v3.31.0']);
    assert.ok(byName !== undefined);
    assert.deepEqual(
      newReleases(byName, ['v3.31.0'], ['v3.32.1', 'v4', 'x3.33.0']).map(({ release }) => release),
      ['v3.32.1'],
    );
  });

  it('are searched where each project publishes, in the files that it installs', () => {
    const publications = readPublications(new URL('../../server/data/authored/', import.meta.url));
    assert.ok(publications.length > 80);
    const folder = mkdtempSync(join(tmpdir(), 'published-'));
    try {
      for (const file of ['new/a.yaml', 'old/b.yaml', 'old/c.txt']) {
        mkdirSync(join(folder, file, '..'), { recursive: true });
        writeFileSync(join(folder, file), '');
      }
      assert.deepEqual(publishedFiles({ ...lamp, paths: ['none', 'old', 'new'] }, folder), ['old/b.yaml']);
      assert.deepEqual(publishedFiles({ ...lamp, paths: [/^new\/.*yaml$/] }, folder), ['new/a.yaml']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('the workflow for new releases of definitions', () => {
  let folder = '';
  let work = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'renew-crds-'));
    work = clone();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /**
   * A clone beside a project with a release, with a fake `npm` that finds it and one that is missing, and a fake `gh`.
   */
  function clone(): string {
    const [origin, at, bin, lamp] = ['origin', 'work', 'bin', 'lamp'].map((name) => join(folder, name));
    assert.ok(origin !== undefined && at !== undefined && bin !== undefined && lamp !== undefined);
    mkdirSync(join(at, 'tools/crds'), { recursive: true });
    mkdirSync(join(at, 'server/data'), { recursive: true });
    mkdirSync(lamp);
    mkdirSync(bin);
    for (const file of ['crds/renew.sh', 'handOver.sh']) cpSync(join(root, 'tools', file), join(at, 'tools', file));
    writeFileSync(join(at, 'server/data/facts'), 'old\n');
    writeFileSync(join(lamp, 'crds.yaml'), 'kind: CustomResourceDefinition\n');
    git(folder, 'init', '--quiet', '--bare', origin);
    for (const each of [at, lamp]) {
      git(each, 'init', '--quiet');
      git(each, 'add', '.');
      git(each, '-c', 'user.name=a', '-c', 'user.email=a@localhost', 'commit', '--quiet', '--message', 'first');
    }
    git(lamp, 'tag', 'v1.1.0');
    git(at, 'remote', 'add', 'origin', origin);
    program('npm', [
      'case "$*" in',
      `*--look) echo "lamp v9.9.9 ${lamp}"; echo "lamp v1.1.0 ${lamp}" ;;`,
      '*--checkout*) cp "$7/crds.yaml" server/data/facts; echo "lamp: 2 releases, 1 kinds" ;;',
      '*catalog) echo "made" ;;',
      '*) exit 9 ;;',
      'esac',
    ]);
    program('gh', ['echo "$*" > ../gh.txt', 'cp "$8" ../body.txt']);
    return at;
  }

  function program(name: string, lines: readonly string[]): void {
    writeFileSync(join(folder, 'bin', name), `#!/usr/bin/env bash\n${lines.join('\n')}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }

  function git(at: string, ...args: readonly string[]): string {
    return execFileSync('git', [...args], { cwd: at, encoding: 'utf8' });
  }

  function runStep(script: string): number {
    const path = [join(folder, 'bin'), process.env['PATH'] ?? ''].join(delimiter);
    try {
      execFileSync('bash', ['-euo', 'pipefail', '-c', script], {
        cwd: work,
        env: { ...process.env, PATH: path },
        stdio: 'pipe',
      });
      return 0;
    } catch (error) {
      return Number(fieldOf(error, 'status'));
    }
  }

  const added = 'origin/definitions-lamp-v1.1.0:server/data/facts';

  it('opens a pull request for each release, and continues if one fails', () => {
    const step = steps.find((candidate) => String(fieldOf(candidate, 'run')).includes('renew.sh'));
    assert.equal(runStep(text(fieldOf(step, 'run'))), 1);
    assert.match(
      readFileSync(join(folder, 'gh.txt'), 'utf8'),
      /^pr create --head definitions-lamp-v1\.1\.0 --title Add the definitions of lamp v1\.1\.0 /,
    );
    assert.equal(readFileSync(join(folder, 'body.txt'), 'utf8'), '```\nlamp: 2 releases, 1 kinds\nmade\n```\n');
    assert.equal(git(work, 'show', added), 'kind: CustomResourceDefinition\n');
  });

  it('pushes a merge request on GitLab, does not change a branch under review, and does nothing without a release', () => {
    git(join(folder, 'origin'), 'config', 'receive.advertisePushOptions', 'true');
    const script = arrayOf(fieldOf(job, 'script')).map(String).join('\n');
    assert.equal(runStep(script), 1);
    const commit = git(work, 'rev-parse', 'origin/definitions-lamp-v1.1.0');
    assert.equal(runStep(script), 1);
    assert.equal(git(work, 'rev-parse', 'origin/definitions-lamp-v1.1.0'), commit);
    program('npm', ['exit 0']);
    assert.equal(runStep(script), 0);
    assert.ok(!existsSync(join(folder, 'gh.txt')));
  });

  it('runs every week and by hand, and may push and open pull requests', () => {
    const { on, permissions } = object(workflow);
    assert.deepEqual(Object.keys(object(on)), ['schedule', 'workflow_dispatch']);
    assert.deepEqual(permissions, { contents: 'write', 'pull-requests': 'write' });
    for (const step of steps) assert.ok((fieldOf(step, 'uses') === undefined) !== (fieldOf(step, 'run') === undefined));
  });
});
