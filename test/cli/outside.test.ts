import assert from 'node:assert/strict';
import { Workspace } from './harness.ts';

const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndatas: {}\n';
const secret = 'targets: { SECRET: { binaryVersion: "1.37" } }\nSECRETKEY: 1\n';

describe('links that lead out of a workspace', () => {
  let outside: Workspace;
  let inside: Workspace;
  beforeEach(() => {
    outside = new Workspace({ 'config.yaml': secret, ignores: '*.yaml\n', 'a.yaml': manifest });
    inside = new Workspace({ 'a.yaml': manifest });
  });
  afterEach(() => {
    outside.remove();
    inside.remove();
  });

  it('are not read as configurations, and nothing of them is shown', () => {
    inside.write('.kubecompat.yaml', { to: `${outside.path}/config.yaml` });
    const { exit, stdout, stderr } = inside.run(['check', '.']);
    assert.equal(exit, 2);
    assert.match(stderr, /\.kubecompat\.yaml: is a link that leads out of the workspace/);
    assert.doesNotMatch(stdout + stderr, /SECRET/);
    assert.match(inside.run(['check', '.', '--follow-links']).stderr, /SECRETKEY/);
  });

  it('are not read as what is to be ignored', () => {
    inside.write('.gitignore', { to: `${outside.path}/ignores` });
    assert.match(inside.run(['check', '.', '--target=1.37']).stdout, /datas/);
    assert.doesNotMatch(inside.run(['check', '.', '--target=1.37', '--follow-links']).stdout, /datas/);
  });

  it('are followed within a repository, and where they are named themselves', () => {
    outside.write('.git/HEAD', '');
    outside.write('team/b.yaml', manifest);
    outside.write('team/.kubecompat.yaml', { to: '../team.yaml' });
    outside.write('team.yaml', 'targets: { own: { binaryVersion: "1.36" } }\ndefault: [own]\n');
    assert.match(outside.run(['check', '.', '--format=json'], { cwd: 'team' }).stdout, /1\.36/);
    inside.write('named.yaml', { to: `${outside.path}/a.yaml` });
    assert.match(inside.run(['check', 'named.yaml', '--target=1.37']).stdout, /datas/);
  });
});
