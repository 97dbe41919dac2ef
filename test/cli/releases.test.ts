import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readHelmRelease } from '../../server/src/formats/helmRelease.ts';
import {
  httpRecording,
  kubeconfigFor,
  type Override,
  type Replay,
  startReplay,
  status,
} from '../support/replayServer.ts';
import { type CliRun, Workspace } from './harness.ts';

const manifest = `---
# Source: shop/templates/pdb.yaml
apiVersion: policy/v1beta1
kind: PodDisruptionBudget
metadata: { name: web } # ours
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: v1
kind: Secret
metadata: { name: pass }
stringData: { word: hunter-two }
`;
const served = 'apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec: {}\n';

interface Given {
  readonly name?: string;
  readonly revision?: number;
  readonly state?: string;
  readonly manifest?: string;
  readonly hooks?: readonly object[];
  readonly release?: string;
}

function holder({ name = 'shop', revision = 1, state = 'deployed', manifest: text = manifest, hooks, release }: Given) {
  const stored = { name, version: revision, info: { status: state }, manifest: text, ...(hooks && { hooks }) };
  const packed = release ?? gzipSync(JSON.stringify(stored)).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    type: 'helm.sh/release.v1',
    metadata: {
      name: `sh.helm.release.v1.${name}.v${revision}`,
      namespace: 'web',
      resourceVersion: '7',
      labels: { owner: 'helm', name, status: state, version: String(revision), team: 'blue' },
    },
    data: { release: Buffer.from(packed).toString('base64') },
  };
}

type Holder = ReturnType<typeof holder>;

const query = 'labelSelector=owner%3Dhelm&limit=500';
const list = (items: readonly Holder[]) => {
  const metadata = items.map((item) => ({ metadata: item.metadata }));
  return { status: 200, body: JSON.stringify({ kind: 'PartialObjectMetadataList', metadata: {}, items: metadata }) };
};
const pathOf = ({ metadata }: Holder) => `/api/v1/namespaces/web/secrets/${metadata.name}`;

function answers(holders: readonly Holder[]): Record<string, Override> {
  const secretAnswer = (value: Holder): Override => ({ status: 200, body: JSON.stringify(value) });
  return {
    [`/api/v1/secrets?${query}`]: list(holders),
    [`/api/v1/namespaces/web/secrets?${query}`]: list(holders),
    [`/api/v1/configmaps?${query}`]: list([]),
    [`/api/v1/namespaces/web/configmaps?${query}`]: list([]),
    '/api/v1/namespaces/web/secrets': { status: 201, body: '{}' },
    '/apis/policy/v1': { status: 200, body: JSON.stringify({ resources: [{ kind: 'PodDisruptionBudget' }] }) },
    ...Object.fromEntries(holders.map((value) => [pathOf(value), secretAnswer(value)])),
  };
}

describe('releases of Helm on the command line', () => {
  let workspace: Workspace;
  let replay: Replay | undefined;

  beforeEach(() => {
    workspace = new Workspace({});
  });

  afterEach(async () => {
    await replay?.close();
    replay = undefined;
    workspace.remove();
  });

  async function serve(overrides: Readonly<Record<string, Override>>): Promise<void> {
    replay = await startReplay(httpRecording('1.34'), overrides);
    workspace.write('.kube/config', kubeconfigFor(replay.url));
  }

  async function type(line: string): Promise<CliRun> {
    const run = await workspace.start(['targets', 'releases', ...line.split(' ').filter((word) => word !== '')], {
      env: { HOME: workspace.path, KUBECONFIG: '' },
    });
    assert.doesNotMatch(run.stdout + run.stderr, /hunter|aHVudGVy/);
    return run;
  }

  const bodies = () => (replay?.bodies ?? []).map((body): Holder => JSON.parse(body));
  const writes = () => replay?.requests.filter((request) => !request.startsWith('GET ')) ?? [];
  const releaseOf = ({ data }: Holder) => {
    const read = readHelmRelease(data.release, true);
    assert.ok(read.ok);
    return read.release;
  };

  it('are listed by metadata, and only the revision that an upgrade starts from is read', async () => {
    await serve(
      answers([
        holder({ revision: 1, state: 'superseded' }),
        holder({ revision: 2 }),
        holder({ revision: 3, state: 'failed', manifest: served }),
        holder({ name: 'fine', manifest: served }),
        holder({ name: 'gone', state: 'uninstalled' }),
      ]),
    );
    const run = await type('--target 1.34');
    assert.equal(run.exit, 0, run.stderr);
    assert.match(run.stdout, /^staging: the next helm upgrade at 1\.34 fails for 1 release; 2 releases scanned\n/);
    assert.match(
      run.stdout,
      /web\/shop +2 +PodDisruptionBudget web +policy\/v1beta1 +last served by 1\.24 +policy\/v1\n/,
    );
    assert.match(run.stdout, /1 release can be rewritten; nothing was changed/);
    const read = replay?.requests.filter((request) => /sh\.helm/.test(request)) ?? [];
    assert.deepEqual(
      read.map((path) => path.replace(/.*\//, '')),
      ['sh.helm.release.v1.shop.v2', 'sh.helm.release.v1.fine.v1', 'sh.helm.release.v1.gone.v1'],
    );
    assert.deepEqual(writes(), []);
  });

  it('are rewritten as a new revision, with everything else as it was', async () => {
    const hook = { name: 'tick', manifest: 'apiVersion: v1\nkind: Service\n', events: ['pre-delete'] };
    const old = holder({ revision: 2, hooks: [hook] });
    await serve(answers([old, holder({ revision: 3, state: 'failed', manifest: served })]));
    const run = await type('--target 1.34 --write --backup kept');
    assert.equal(run.exit, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /written {2}web\/shop: revision 4; revision 2 is kept/);
    assert.deepEqual(writes(), ['POST /api/v1/namespaces/web/secrets', `PUT ${pathOf(old)}`]);
    const [created, replaced] = bodies();
    assert.ok(created !== undefined && replaced !== undefined);
    const { createdAt, ...labels } = Object(created.metadata.labels);
    assert.match(createdAt, /^\d+$/);
    assert.deepEqual(
      { ...created.metadata, labels },
      {
        name: 'sh.helm.release.v1.shop.v4',
        namespace: 'web',
        labels: { owner: 'helm', name: 'shop', status: 'deployed', version: '4', team: 'blue' },
      },
    );
    assert.equal(created.type, 'helm.sh/release.v1');
    const next = releaseOf(created);
    assert.equal(next.revision, 4);
    assert.equal(next.manifest, manifest.replace('policy/v1beta1', 'policy/v1'));
    assert.deepEqual(next.stored['hooks'], [hook]);
    const past = releaseOf(replaced);
    assert.deepEqual([past.revision, past.status, past.manifest], [2, 'superseded', manifest]);
    assert.equal(replaced.metadata.resourceVersion, '7');
    assert.equal(replaced.metadata.labels.status, 'superseded');
    const [file = ''] = readdirSync(join(workspace.path, 'kept'));
    const kept = join(workspace.path, 'kept', file);
    assert.equal(file, 'web.shop.v2.json');
    assert.deepEqual(JSON.parse(readFileSync(kept, 'utf8')), old);
    if (process.platform !== 'win32') assert.equal(statSync(kept).mode & 0o777, 0o600);
    // What was kept once is not overwritten, and nothing is written without it.
    assert.equal((await type('--target 1.34 --write --backup kept')).exit, 1);
    assert.equal(writes().length, 2);
  });

  it('are left alone where Helm is at work, or was faster', async () => {
    const pending = [holder({ revision: 1 }), holder({ revision: 2, state: 'pending-upgrade' })];
    await serve(answers(pending));
    const locked = await type('--target 1.34 --write');
    assert.equal(locked.exit, 1);
    assert.match(locked.stdout, /left {2}web\/shop: Helm says pending-upgrade/);
    assert.deepEqual(writes(), []);
    await replay?.close();
    const taken = { status: 409, body: status('secrets "sh.helm.release.v1.shop.v2" already exists') };
    await serve({ ...answers([holder({})]), '/api/v1/namespaces/web/secrets': taken });
    const late = await type('--target 1.34 --write');
    assert.equal(late.exit, 1);
    assert.match(late.stdout, /left {2}web\/shop: Helm or another client changed the release meanwhile \(409\)/);
    assert.equal(writes().length, 1);
  });

  it('are not rewritten to what the cluster does not serve yet, and not what nothing converts', async () => {
    const psp = 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: { name: p }\nspec: {}\n';
    const holders = [holder({}), holder({ name: 'old', manifest: psp })];
    await serve({ ...answers(holders), '/apis/policy/v1': { status: 404, body: status('not found') } });
    const run = await type('--target 1.34 --write');
    assert.equal(run.exit, 1);
    assert.match(run.stdout, /web\/shop: the cluster does not serve PodDisruptionBudget policy\/v1 now\n +upgrade/);
    assert.match(run.stdout, /web\/old: not all of its objects can be rewritten/);
    assert.match(run.stdout, /left {2}web\/old: the API ended: .*ValidatingAdmissionPolicy/);
    assert.deepEqual(writes(), []);
  });

  it('are rewritten without objects of ended kinds if asked, unless the cluster may have such objects', async () => {
    const psp =
      '---\n# Source: psp.yaml\napiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: { name: p }\nspec: {}\n';
    const hook = { name: 'h', manifest: psp, events: ['pre-delete'] };
    const kept = { name: 'k', manifest: served, events: ['pre-delete'] };
    const old = holder({ name: 'old', manifest: `${psp}${manifest}`, hooks: [hook, kept] });
    const absent = { '/apis/policy/v1beta1': { status: 404, body: status('not found') } };
    await serve({ ...answers([old]), ...absent });
    assert.match((await type('--target 1.34')).stdout, /2 objects are of kinds that have ended \(--drop-ended/);
    const run = await type('--target 1.34 --write --drop-ended');
    assert.equal(run.exit, 0, run.stdout + run.stderr);
    assert.match(run.stdout, /PodSecurityPolicy p +policy\/v1beta1 +last served by 1\.24 +dropped\n/);
    const [created] = bodies();
    assert.ok(created !== undefined);
    const next = releaseOf(created);
    assert.equal(next.manifest, `---\n${manifest.replace('policy/v1beta1', 'policy/v1')}`);
    assert.deepEqual(next.stored['hooks'], [kept]);
    await replay?.close();
    await serve({
      ...answers([old]),
      '/apis/policy/v1beta1': { status: 200, body: JSON.stringify({ resources: [{ kind: 'PodSecurityPolicy' }] }) },
    });
    const early = await type('--target 1.34 --write --drop-ended');
    assert.equal(early.exit, 1);
    assert.match(
      early.stdout,
      /web\/old: the cluster may still have PodSecurityPolicy policy\/v1beta1 objects\n +upgrade/,
    );
    assert.deepEqual(writes(), []);
  });

  it('that cannot be read or listed are said, and the rest is done', async () => {
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024)).toString('base64');
    const forbidden = { status: 403, body: status('configmaps is forbidden') };
    const holders = [
      holder({ name: 'cut', release: gzipSync(manifest).toString('base64').slice(0, 40) }),
      holder({ name: 'plain', release: Buffer.from('no gzip').toString('base64') }),
      holder({ name: 'bomb', release: bomb }),
      holder({}),
    ];
    await serve({ ...answers(holders), [`/api/v1/configmaps?${query}`]: forbidden });
    const run = await type('--target 1.34 --format json');
    assert.equal(run.exit, 3, run.stderr);
    const { releases, unread, context } = JSON.parse(run.stdout);
    assert.equal(context, 'staging');
    assert.deepEqual(
      releases.map(({ name, failsUpgrade }: { name: string; failsUpgrade: boolean }) => [name, failsUpgrade]),
      [['shop', true]],
    );
    const messages = unread.map(({ message }: { message: string }) => message);
    assert.equal(messages.length, 4);
    assert.match(messages[0], /forbids this user to read \/api\/v1\/configmaps/);
    assert.match(messages[1], /sh\.helm\.release\.v1\.cut\.v1 cannot be read: it is damaged or truncated/);
    assert.match(messages[2], /plain\.v1 cannot be read: it is not gzip/);
    assert.match(messages[3], /bomb\.v1 cannot be read: it unpacks to more than \d+ bytes/);
  });

  it('of one namespace, and of one name', async () => {
    await serve(answers([holder({}), holder({ name: 'other' })]));
    const run = await type('--target 1.34 --namespace web --name other --format json');
    assert.equal(run.exit, 0, run.stderr);
    assert.deepEqual(
      JSON.parse(run.stdout).releases.map(({ name }: { name: string }) => name),
      ['other'],
    );
    assert.ok(replay?.requests.includes(`GET /api/v1/namespaces/web/secrets?${query}`));
  });

  it('in files are judged the same way, and rewritten by convert', async () => {
    const items = [holder({ revision: 1, state: 'superseded' }), holder({ revision: 2 })];
    workspace.write('releases.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
    const run = await type('releases.json --target 1.34');
    assert.equal(run.exit, 0, run.stderr);
    assert.match(run.stdout, /^the next helm upgrade at 1\.34 fails for 1 release; 1 release scanned\n/);
    assert.match(run.stdout, /web\/shop \(releases\.json\) +2 +PodDisruptionBudget web/);
    assert.match(run.stdout, /kubecompat convert FILE --to-target=1\.34 --write rewrites files/);
    const refused = await type('releases.json --target 1.34 --write');
    assert.equal(refused.exit, 2);
    assert.match(refused.stderr, /--write is for clusters/);
    assert.equal(existsSync(join(workspace.path, 'kept')), false);
  });
});
