import assert from 'node:assert/strict';
import { openApiPaths, openApiTexts } from './openApiTexts.ts';

describe('the OpenAPI documents of a server', () => {
  it('are requested only for groups of the server itself', () => {
    const paths = {
      'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=1' },
      'apis/apps/v1': { serverRelativeURL: 'https://elsewhere.example/' },
      'apis/apps': {},
      'apis/stable.example.com/v1': {},
      'apis/../../version/v1': {},
      '.well-known/openid-configuration': {},
      version: {},
    };
    assert.deepEqual(openApiPaths({ paths }, new Set(['stable.example.com'])), [
      '/openapi/v3/api/v1',
      '/openapi/v3/apis/apps/v1',
    ]);
    assert.deepEqual(openApiPaths('no index', new Set()), []);
  });

  it('are stored by types and fields, without the fields that all kinds share', () => {
    const schemas = {
      'io.k8s.api.apps.v1.Deployment': {
        description: 'Deployment enables declarative updates.',
        properties: { apiVersion: { description: 'the same' }, spec: { description: 'What is wanted.' }, status: {} },
      },
      'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta': { properties: { name: { description: 'Its name.' } } },
      'io.k8s.apimachinery.pkg.api.resource.Quantity': { description: 'A number.' },
      'io.k8s.api.core.v1.Empty': {},
      broken: 'no schema',
    };
    assert.deepEqual(openApiTexts({ components: { schemas } }), {
      AppsV1Deployment: { '': 'Deployment enables declarative updates.', spec: 'What is wanted.' },
      MetaV1ObjectMeta: { name: 'Its name.' },
    });
    for (const other of [undefined, [], 'text', { components: [] }]) assert.deepEqual(openApiTexts(other), {});
  });
});
