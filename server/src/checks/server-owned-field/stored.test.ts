import assert from 'node:assert/strict';
import { inputs } from '../../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../../test/harness/surfaces.ts';
import { analyze } from '../../analyze.ts';
import { type OldFiles, oldObjectsOf } from '../../update/oldObjects.ts';

// Recorded from kube-apiserver 1.37.1 with ConfigMaps: PATCH application/apply-patch+yaml and PUT.
describe('server-owned metadata in a change of a stored object', () => {
  const first = '0b9f4f0e-8a40-4f9b-9f0a-5c8f4a8c2a11';
  const other = '197dcc32-be63-4a84-bc22-ff65798151b7';
  const old = configMap(`uid: ${first}, managedFields: [{ manager: kubectl, operation: Update }]`);

  it('is refused if an apply has managedFields, even an empty list', () => {
    for (const fields of ['[{ manager: kubectl, operation: Update }]', '[]']) {
      const refused = ['undecodable metadata.managedFields must be nil'];
      assert.deepEqual(found(`managedFields: ${fields}`, { operation: 'apply', files: 'unknown' }), refused);
      assert.deepEqual(found(`managedFields: ${fields}`, { operation: 'apply', files: [old] }), refused);
    }
    assert.deepEqual(found('managedFields: null', { operation: 'apply', files: 'unknown' }), []);
  });

  it('is accepted if an update has managedFields', () => {
    const advice = ['advice metadata.managedFields is written by the cluster and does not belong in a manifest'];
    const written = 'managedFields: [{ manager: kubectl, operation: Update }]';
    assert.deepEqual(found(written, { operation: 'replace', files: 'unknown' }), advice);
    assert.deepEqual(found(written, { operation: 'replace', files: [old] }), advice);
  });

  it('is refused if the uid is that of another object', () => {
    const advice = ['advice metadata.uid is written by the cluster and does not belong in a manifest'];
    for (const operation of ['apply', 'replace'] as const) {
      assert.deepEqual(found(`uid: ${other}`, { operation, files: [old] }), [
        `invalid metadata.uid: the stored object has ${first}`,
      ]);
      assert.deepEqual(found(`uid: ${first}`, { operation, files: [old] }), advice);
      assert.deepEqual(found(`uid: ${other}`, { operation, files: 'unknown' }), advice);
      assert.deepEqual(found(`uid: ${other}`, { operation, files: [configMap('labels: {}')] }), advice);
    }
  });
});

function configMap(metadata: string) {
  return { path: 'old.yaml', text: `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, ${metadata} }\n` };
}

function found(metadata: string, { files, operation }: OldFiles): readonly string[] {
  const { resources } = analyze(
    configMap(metadata).text,
    inputs('new.yaml', [surfaceOf('1.37')], { stored: oldObjectsOf(files, operation) }),
  );
  return resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) => findings.map(({ consequence, message }) => `${consequence} ${message}`)),
  );
}
