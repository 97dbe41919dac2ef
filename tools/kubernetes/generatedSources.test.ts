import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedSources } from './generatedSources.ts';

describe('the generated Go files of a program', () => {
  let kubernetes = '';
  before(() => {
    kubernetes = mkdtempSync(join(tmpdir(), 'generated-'));
    for (const folder of ['pkg/apis/apps/install', 'pkg/apis/abac', 'pkg/registry/apps/rest', 'pkg/registry/core/rest'])
      mkdirSync(join(kubernetes, folder), { recursive: true });
    writeFileSync(
      join(kubernetes, 'pkg/registry/apps/rest/storage_apps.go'),
      'package rest\n\ntype StorageProvider struct{}\n',
    );
  });
  after(() => rmSync(kubernetes, { recursive: true }));

  it('register the groups whose types a scheme can have', () => {
    assert.deepEqual(
      [...generatedSources('same', kubernetes)],
      [['groups.go', 'package main\n\nimport (\n\t_ "k8s.io/kubernetes/pkg/apis/apps/install"\n)\n']],
    );
  });

  it('name the installer of each group', () => {
    const [name, source] = [...generatedSources('server', kubernetes)][0] ?? [];
    assert.equal(name, 'providers.go');
    assert.match(source ?? '', /p0 "k8s\.io\/kubernetes\/pkg\/registry\/apps\/rest"\n\)/);
    assert.match(source ?? '', /ready\(p0\.StorageProvider\{\}\),\n\t\}/);
  });

  it('are none for other programs', () => {
    assert.equal(generatedSources('apiserver', kubernetes).size, 0);
  });
});
