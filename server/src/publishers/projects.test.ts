import assert from 'node:assert/strict';
import { isEntryName } from '../workspace/settings/lockFile.ts';
import { newestTagOf, projectOf, projects, sourcesOf, tagOf } from './projects.ts';
import { formatSource, parseSource } from './source.ts';

describe('projects that publish definitions', () => {
  it('are named once, in order, and each has a valid source', () => {
    const names = projects.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)].sort());
    for (const project of projects) {
      assert.ok(isEntryName(project.name), project.name);
      assert.ok(project.groups.length > 0, project.name);
      assert.equal(parseSource(project.name).source.kind, 'project');
      for (const source of sourcesOf(project)) assert.deepEqual(parseSource(formatSource(source)).source, source);
    }
  });

  it('have tags with their prefix', () => {
    const vpa = projectOf('vertical-pod-autoscaler');
    const tags = ['cluster-autoscaler-1.9.0', 'vertical-pod-autoscaler-1.2.0', 'vertical-pod-autoscaler-1.10.0'];
    assert.equal(newestTagOf(vpa, tags), 'vertical-pod-autoscaler-1.10.0');
    assert.equal(newestTagOf(vpa, tags, 'vertical-pod-autoscaler-1.11.0'), 'vertical-pod-autoscaler-1.11.0');
    assert.equal(tagOf(vpa, '1.2.0', tags), 'vertical-pod-autoscaler-1.2.0');
    assert.equal(tagOf(vpa, 'v1.2.0', tags), 'vertical-pod-autoscaler-1.2.0');
    assert.equal(tagOf(vpa, '9.9.9', tags), undefined);
    assert.equal(newestTagOf(projectOf('cert-manager'), ['v1.9.1', 'v1.16.0', 'v1.17.0-beta.0']), 'v1.16.0');
  });
});
