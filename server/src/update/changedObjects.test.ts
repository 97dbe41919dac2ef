import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { type Operation, oldObjectsOf } from './oldObjects.ts';

describe('updates of stored objects', () => {
  const priority = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'a' }, value: 1 };

  it('store the lower 32 bits of a number by a server-side apply, and refuse it otherwise', () => {
    const next = { ...priority, value: 4294967297 };
    assert.deepEqual(told(priority, next, 'apply'), [
      'dropped value: value is stored as 1: a server-side apply keeps the lower 32 bits of 4294967297',
    ]);
    assert.deepEqual(told(priority, next, 'update'), [
      'undecodable value: value has to be a whole number of 32 bits, not the number 4294967297',
    ]);
  });

  it('validate the lower bits of a number', () => {
    const said = told(priority, { ...priority, value: 4294967298 }, 'apply');
    assert.ok(
      said.some((one) => one.startsWith('invalid value: ')),
      said.join(),
    );
  });

  it('validate the address that a Service keeps', () => {
    const metadata = { name: 'a', uid: 'b' };
    const ports = [{ port: 80 }];
    const stored = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata,
      spec: { clusterIP: 'None', clusterIPs: ['None'], ports },
    };
    const next = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { type: 'NodePort', ports } };
    for (const operation of ['apply', 'update'] as const) {
      const said = told(stored, next, operation);
      assert.ok(
        said.some((one) => one.includes("may not be set to 'None' for NodePort services")),
        said.join(),
      );
    }
  });

  it('are found by what a server stored without a namespace, whatever a manifest says', () => {
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'a' };
    const binding = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'a' },
      roleRef,
    };
    const stored = { ...binding, metadata: { name: 'a', uid: 'b' } };
    const next = { ...binding, metadata: { name: 'a', namespace: 'b' }, roleRef: { ...roleRef, name: 'b' } };
    assert.ok(told(stored, next, 'apply').some((one) => one.startsWith('invalid roleRef')));
  });
});

function told(stored: object, next: object, operation: Operation): readonly string[] {
  const old = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(stored) }], operation);
  const { resources } = analyze(
    JSON.stringify(next),
    inputs('new.json', [surfaceOf('1.37')], { stored: old, earlier: old }),
  );
  return resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) =>
      findings.map(({ consequence, path, message }) => `${consequence} ${path}: ${message}`),
    ),
  );
}
