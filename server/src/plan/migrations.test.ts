import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { definitionsIn } from '../crd/definitionList.ts';
import { withTargetCrds } from '../workspace/settings/targetCrds.ts';
import { definitionStorage, managedFieldsCommand, storedVersionsCommand } from './definitionStorage.ts';
import { migrationManifest, rewriteCommand } from './migrationManifest.ts';
import { type Plan, planBetween } from './plan.ts';

const plan = (from: string, to: string): Plan => planBetween(surfaceOf(from), surfaceOf(to), withTargetCrds);
const alpha =
  'runtime-config=storagemigration.k8s.io/v1alpha1=true,feature-gates=StorageVersionMigrator=true;InformerResourceVersion=true';
const beta = 'runtime-config=storagemigration.k8s.io/v1beta1=true,feature-gates=StorageVersionMigrator=true';

/** The manifests of a plan, each with its server. */
function manifestsOf({ steps, from, migrations }: Plan): readonly { readonly text: string; readonly at: string }[] {
  return migrations.flatMap(({ served, api, step, tooLate }) => {
    const text = tooLate ? undefined : migrationManifest(served, api, 'test');
    return text === undefined ? [] : [{ text, at: (steps[step]?.after ?? from).name }];
  });
}

describe('storage migrations of a plan', () => {
  it('include every resource whose storage version changes, at the first server that has the API', () => {
    const lines = plan('1.34', '1.37').migrations.map(
      ({ resource, from, to, step, preventsRollback, neededBefore }) =>
        `${resource} ${from.join()} ${to} ${step} ${preventsRollback} ${neededBefore}`,
    );
    const policies = 'admissionregistration.k8s.io';
    assert.deepEqual(lines, [
      'deviceclasses.resource.k8s.io resource.k8s.io/v1beta2 resource.k8s.io/v1 3 false undefined',
      `mutatingadmissionpolicies.${policies} ${policies}/v1beta1 ${policies}/v1 4 true undefined`,
      `mutatingadmissionpolicybindings.${policies} ${policies}/v1beta1 ${policies}/v1 4 true undefined`,
      'resourceclaims.resource.k8s.io resource.k8s.io/v1beta2 resource.k8s.io/v1 3 false undefined',
      'resourceclaimtemplates.resource.k8s.io resource.k8s.io/v1beta2 resource.k8s.io/v1 3 false undefined',
      'resourceslices.resource.k8s.io resource.k8s.io/v1beta2 resource.k8s.io/v1 3 false undefined',
      'volumeattributesclasses.storage.k8s.io storage.k8s.io/v1beta1 storage.k8s.io/v1 3 false undefined',
    ]);
  });

  it('have manifests that their server accepts, in each version of the API', () => {
    const versions = new Set<string>();
    for (const [from, to] of [
      ['1.34', '1.37'],
      ['1.33', `1.34,${alpha}`],
      ['1.37', `1.34,${alpha}`],
      ['1.34', `1.36,${beta}`],
      ['1.33', `1.35,${beta}`],
      ['1.34', `1.37,emulated-version=1.36,${beta}`],
    ] as const) {
      const manifests = manifestsOf(plan(from, to));
      assert.ok(manifests.length > 0, `${from} to ${to}`);
      for (const { text, at } of manifests) {
        // The names of steps omit settings; the last server has them.
        const surface = to.startsWith(at) ? surfaceOf(to) : surfaceOf(at);
        const { resources } = analyze(text, inputs('migration.yaml', [surface]));
        const reported = resources.flatMap(({ verdicts }) =>
          verdicts.flatMap(({ findings }) => findings.filter(({ consequence }) => consequence !== 'advice')),
        );
        assert.deepEqual(
          reported.filter(({ code }) => code !== 'deprecated-api').map(({ message }) => message),
          [],
          `${text} at ${surface.name}`,
        );
        versions.add(/apiVersion: (\S+)/.exec(text)?.[1] ?? '');
        assert.equal(/\n {4}version: /.test(text), text.includes('v1alpha1'), 'only the oldest version names one');
      }
    }
    assert.equal(versions.size, 3, [...versions].join());
  });

  it('name the settings that turn the API on, or an alternative', () => {
    const [first] = plan('1.34', '1.36').migrations;
    assert.equal(first?.api.state, 'off');
    assert.deepEqual(first.api.enable.runtimeConfig, { group: 'storagemigration.k8s.io', version: 'v1beta1' });
    assert.deepEqual(
      first.api.enable.gates.map(({ name }) => name),
      ['StorageVersionMigrator'],
    );
    assert.equal(
      rewriteCommand(first.served),
      'kubectl get deviceclasses.v1.resource.k8s.io -o json | kubectl replace -f -',
    );
  });

  it('are impossible if no server before a step writes a version that is readable after it', () => {
    const down = plan('1.37', `1.34,${alpha}`).migrations;
    assert.deepEqual(
      down.filter(({ tooLate }) => tooLate).map(({ resource }) => resource),
      ['storageversionmigrations.storagemigration.k8s.io'],
    );
  });

  it('are unknown for binaries whose rule is unknown', () => {
    const { migrations, storageUnknown } = plan('1.20', '1.24');
    assert.deepEqual(migrations, []);
    assert.ok(storageUnknown.length > 0);
    assert.deepEqual(plan('1.34', '1.37').storageUnknown, []);
  });
});

const definition = (versions: string, stored?: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: foos.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Foo, plural: foos }
  versions:
${versions}
${stored === undefined ? '' : `status: { storedVersions: ${stored} }`}
`;
const version = (name: string, served: boolean, storage: boolean) =>
  `    - { name: ${name}, served: ${served}, storage: ${storage}, schema: { openAPIV3Schema: { type: object } } }`;

describe('the stored versions of a CustomResourceDefinition', () => {
  const at = (text: string, target = '1.37') => definitionStorage(definitionsIn(text, 'crd.yaml'), surfaceOf(target));

  it('are stale if they are in status.storedVersions and not the storage version', () => {
    const [storage] = at(
      definition([version('v1', true, true), version('v1beta1', true, false)].join('\n'), '[v1beta1, v1]'),
    );
    assert.deepEqual(
      [storage?.name, storage?.stale, storage?.unserved, storage?.storedVersions],
      ['foos.example.com', ['v1beta1'], [], ['v1beta1', 'v1']],
    );
    assert.equal(storage?.updatesStoredVersions, true);
    assert.equal(at(definition(version('v1', true, true)), '1.35')[0], undefined);
  });

  it('may be any version of the definition if it has no status', () => {
    const [storage] = at(definition([version('v1', true, true), version('v1beta1', true, false)].join('\n')), '1.34');
    assert.deepEqual([storage?.stale, storage?.storedVersions], [['v1beta1'], undefined]);
    assert.equal(storage?.updatesStoredVersions, false);
  });

  it('need no migration if there is only one', () => {
    assert.deepEqual(at(definition(version('v1', true, true), '[v1]')), []);
  });

  // On a 1.37.1 server these commands left storedVersions [v1] and no entry of v1alpha1. After v1alpha1 was removed
  // from the definition, server-side apply worked, where without them it failed with 500 "request to convert CR to an
  // invalid group/version: example.com/v1alpha1".
  it('have the commands to clean up before a version is removed', () => {
    const [storage] = at(
      definition([version('v1', true, true), version('v1alpha1', false, false)].join('\n'), '[v1alpha1, v1]'),
    );
    assert.ok(storage !== undefined);
    assert.deepEqual(storage.unserved, ['v1alpha1']);
    assert.equal(
      storedVersionsCommand(storage),
      `kubectl patch customresourcedefinition foos.example.com --subresource=status --type=merge -p '{"status":{"storedVersions":["v1"]}}'`,
    );
    assert.match(
      managedFieldsCommand(storage),
      /^kubectl get foos\.v1\.example\.com --all-namespaces -o json --show-managed-fields \| jq '.*select\(\.apiVersion != "example\.com\/v1alpha1"\).*' \| kubectl replace -f -$/,
    );
  });

  it('with names that no server accepts are omitted from commands', () => {
    assert.deepEqual(at(definition([version('v1', true, true), version('"v1;rm"', true, false)].join('\n'))), []);
  });
});
