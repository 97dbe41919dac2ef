import assert from 'node:assert/strict';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { outlinePositionAt } from './outlinePosition.ts';
import { pageFor } from './pageFor.ts';

describe('pages of the site', () => {
  const surface = surfaceOf('1.37');
  const pageAt = (text: string, word: string) => {
    const position = outlinePositionAt(text, text.indexOf(word));
    assert.ok(position !== undefined);
    return pageFor(position.container, surface, word === 'kind' ? undefined : word);
  };
  const deployment =
    'apiVersion: apps/v1\nkind: Deployment\nspec:\n  replicas: 1\n  template:\n    spec:\n      containers:\n        - image: a\n';

  it('are those of kinds, with anchors of fields', () => {
    assert.equal(pageAt(deployment, 'kind'), 'kinds/apps/deployment.html');
    assert.equal(pageAt(deployment, 'replicas'), 'kinds/apps/deployment.html#spec.replicas');
    assert.equal(pageAt(deployment, 'image'), 'kinds/apps/deployment.html#spec.template.spec.containers.image');
    assert.equal(pageAt('apiVersion: v1\nkind: Pod\n', 'kind'), 'kinds/core/pod.html');
  });

  it('do not exist for unknown kinds', () => {
    assert.equal(pageAt('apiVersion: example.com/v1\nkind: Lamp\n', 'kind'), undefined);
  });
});
