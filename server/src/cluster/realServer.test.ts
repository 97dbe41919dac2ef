import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { delimiter } from 'node:path';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import { RealServer } from '../../../test/support/realServer.ts';
import { formatMinor } from '../targets/version.ts';
import { readLiveCopy } from '../workspace/settings/liveCopies.ts';
import { readLiveTexts } from '../workspace/settings/liveTexts.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { refreshCluster } from './cluster.ts';

/*
 * Real servers, if KUBECOMPAT_KUBE_APISERVERS lists kube-apiserver programs in the format of PATH. They need etcd on
 * the PATH.
 */
const programs = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter).filter((file) => file !== '');

const settings: readonly (readonly string[])[] = [
  [],
  ['--runtime-config=api/beta=true'],
  ['--emulated-version=PREVIOUS', '--runtime-config=api/all=true'],
  ['--emulated-version=PREVIOUS', '--emulation-forward-compatible=true', '--runtime-config=api/beta=true'],
  ['--runtime-config=storage.k8s.io/v1beta1=true,apps/v1/controllerrevisions=false', '--feature-gates=AllBeta=false'],
  ['--feature-gates=InPlacePodVerticalScaling=true,WatchList=false,CBORServingAndStorage=true'],
];

for (const program of programs) {
  describe(`the real ${program}`, () => {
    const printed = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    const minor = Number(/v1\.(\d+)/.exec(printed)?.[1]);
    for (const written of settings) {
      const flags = written.map((flag) => flag.replace('PREVIOUS', `1.${minor - 1}`));
      it(`shows ${flags.join(' ') || 'that no flags are set'}`, async () => {
        const server = await RealServer.start(program, flags);
        try {
          const found = await refreshCluster({
            folder: server.folder,
            cwd: server.folder,
            kubeconfig: server.kubeconfig,
            name: 'live',
            context: undefined,
            catalog: readCatalog(),
            milliseconds: 30_000,
            now: () => new Date(),
          });
          assert.ok(found.ok, found.ok ? '' : found.message);
          const expected = resolveFlags(`1.${minor}`, flags);
          assert.ok(expected.ok);
          const { surface, notes } = found.derived;
          assert.deepEqual(notes, []);
          assert.equal(formatMinor(surface.versions.emulation), formatMinor(expected.surface.versions.emulation));
          assert.deepEqual(surface.versions, expected.surface.versions);
          assert.deepEqual([...surface.gates], [...expected.surface.gates]);
          assert.deepEqual(surface.resources, expected.surface.resources);
          assert.deepEqual(found.snapshot.definedGroups, []);
          const copy = readLiveCopy(server.folder, 'live', found.snapshot.context);
          const texts = copy.ok && copy.texts !== undefined ? readLiveTexts(copy.texts) : undefined;
          const pod = surface.rootType({ group: '', version: 'v1', kind: 'Pod' });
          const spec = pod?.fields.get('spec');
          assert.ok(pod !== undefined && spec !== undefined);
          assert.match(texts?.ofField(pod, spec) ?? '', /^Specification of the desired behavior of the pod/);
        } finally {
          await server.stop();
        }
      });
    }
  });
}
