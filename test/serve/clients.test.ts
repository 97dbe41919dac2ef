import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { builtCli, Workspace } from '../cli/harness.ts';
import { setUp } from '../harness/setUp.ts';

const deployment = (spec: object) =>
  JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop' },
    spec: {
      selector: { matchLabels: { app: 'shop' } },
      template: { metadata: { labels: { app: 'shop' } }, spec: { containers: [{ name: 'shop', image: 'shop:1' }] } },
      ...spec,
    },
  });

for (const name of ['kubectl', 'older kubectl'] as const) {
  describe(`serve to ${name}`, () => {
    const kubectl = setUp(name);
    let workspace: Workspace;

    before(() => {
      workspace = new Workspace({
        'deploy/shop.json': deployment({ replicas: 2 }),
        'bad.json': deployment({ replicas: -1 }),
        'more.json': deployment({ replicas: 5 }),
        'unknown.json': deployment({ size: 1 }),
      });
    });

    after(() => workspace.remove());

    const cases: readonly (readonly [string, RegExp])[] = [
      ['version', /Server Version: v1\.37/],
      ['api-resources', /deployments +deploy +apps\/v1 +true +Deployment/],
      ['explain deployment.spec.strategy.type', /FIELD: type <string>/],
      ['get deployments -o name', /^deployment\.apps\/shop$/m],
      ['create --dry-run=server -f more.json', /deployment\.apps\/shop created \(server dry run\)/],
      ['apply --dry-run=server -f deploy/shop.json', /deployment\.apps\/shop unchanged \(server dry run\)/],
      ['apply --dry-run=server -f more.json', /deployment\.apps\/shop configured \(server dry run\)/],
      ['apply --server-side --dry-run=server -f more.json', /shop serverside-applied \(server dry run\)/],
      ['replace --dry-run=server -f more.json', /shop replaced \(server dry run\)/],
      ['diff -f more.json', /\+ {2}replicas: 5/],
      ['create --dry-run=server -f bad.json', /spec\.replicas: Invalid value: -1: must be greater than or equal to 0/],
      ['create --dry-run=server -f unknown.json', /strict decoding error: unknown field "spec\.size"/],
    ];
    for (const [line, expected] of cases) {
      it(line, function () {
        const program = [kubectl(this), ...line.split(' ')];
        const args = [builtCli(), 'with', '--target=1.37', '--workspace=deploy', '--', ...program];
        const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: workspace.path, encoding: 'utf8' });
        assert.match(stdout + stderr, expected);
      });
    }
  });
}
