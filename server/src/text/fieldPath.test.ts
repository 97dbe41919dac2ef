import assert from 'node:assert/strict';
import { entryOf, fieldOf, formatPath, itemOf } from './fieldPath.ts';

describe('formatPath', () => {
  it('writes paths as Kubernetes does', () => {
    const containers = fieldOf(fieldOf(undefined, 'spec'), 'containers');
    assert.equal(formatPath(fieldOf(itemOf(containers, 0), 'name')), 'spec.containers[0].name');
    const labels = fieldOf(fieldOf(undefined, 'metadata'), 'labels');
    assert.equal(formatPath(entryOf(labels, 'app.kubernetes.io/name')), 'metadata.labels[app.kubernetes.io/name]');
  });
  it('writes nothing for the resource itself', () => {
    assert.equal(formatPath(undefined), '');
  });
});
