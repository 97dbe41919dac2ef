import assert from 'node:assert/strict';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { outdatedApiUses } from './apiUse.ts';
import { AuditLog } from './auditLog.ts';
import { outdatedApis } from './outdatedApis.ts';
import { outdatedObject } from './stored.ts';

const surface = surfaceOf('1.24');
const cron = { group: 'batch', version: 'v1beta1', resource: 'cronjobs', subresource: '', removedRelease: '1.25' };

function audited(...lines: readonly object[]) {
  const log = new AuditLog();
  for (const line of lines) log.push(`${JSON.stringify(line)}\n`);
  return log.summary().uses;
}

const event = (apiVersion: string, resource: string) => ({
  kind: 'Event',
  apiVersion: 'audit.k8s.io/v1',
  stage: 'ResponseComplete',
  verb: 'list',
  user: { username: 'ci' },
  userAgent: 'helm/3',
  objectRef: { apiGroup: 'batch', apiVersion, resource },
  requestReceivedTimestamp: '2026-01-01T00:00:00Z',
});

const stored = (name: string, apiVersion: string) =>
  outdatedObject(
    { metadata: { name, managedFields: [{ manager: 'argocd', operation: 'Apply', apiVersion }] } },
    {
      ...{ group: 'batch', version: 'v1', kind: 'CronJob', resource: 'cronjobs', namespaced: true },
      ...{ storedAs: 'v1', storedVersions: undefined },
    },
    surface,
  );

describe('APIs that are removed', () => {
  it('are listed with manifests, objects, the metric and audit logs', () => {
    const objects = [stored('a', 'batch/v1beta1'), stored('b', 'batch/v1beta1'), stored('c', 'batch/v1')];
    const manifests = [
      { apiVersion: 'batch/v1beta1', kind: 'CronJob' },
      { apiVersion: 'batch/v1', kind: 'CronJob' },
      { apiVersion: 'policy/v1beta1', kind: 'PodDisruptionBudget' },
    ];
    const objectsAt = (...versions: readonly string[]) =>
      versions.map((version) => ({ apiVersion: `batch/${version}`, kind: 'CronJob' }));
    const releases = [
      { namespace: 'shop', name: 'web', objects: objectsAt('v1beta1', 'v1beta1') },
      { namespace: 'shop', name: 'web', objects: objectsAt('v1beta1') },
      { namespace: undefined, name: 'api', objects: objectsAt('v1beta1') },
      { namespace: 'shop', name: 'new', objects: objectsAt('v1') },
    ];
    const uses = audited(event('v1beta1', 'cronjobs'), event('v1beta1', 'cronjobs'), event('v1', 'cronjobs'));
    const apis = outdatedApis(
      {
        manifests,
        objects: objects.filter((object) => object !== undefined),
        releases,
        requests: outdatedApiUses([cron], uses, surface),
      },
      surface,
    );
    assert.deepEqual(
      apis.map(({ clients, ...api }) => ({ ...api, clients: clients.map(({ user, count }) => [user, count]) })),
      [
        {
          ...{ group: 'batch', version: 'v1beta1', kind: 'CronJob', verdict: 'deprecated, removed in 1.25' },
          ...{ manifests: 1, objects: 2, managers: ['argocd'], isRequested: true, clients: [['ci', 2]] },
          releases: [
            { namespace: undefined, name: 'api' },
            { namespace: 'shop', name: 'web' },
          ],
        },
        {
          ...{ group: 'policy', version: 'v1beta1', kind: 'PodDisruptionBudget' },
          verdict: 'deprecated, removed in 1.25',
          ...{ manifests: 1, objects: 0, managers: [], releases: [], isRequested: false, clients: [] },
        },
      ],
    );
  });

  it('are not listed if the target still serves them', () => {
    const manifests = [{ apiVersion: 'batch/v1', kind: 'CronJob' }];
    assert.deepEqual(outdatedApis({ manifests, objects: [], releases: [], requests: [] }, surface), []);
  });
});
