import assert from 'node:assert/strict';
import fc from 'fast-check';
import { matchingDefinitions } from './matchingDefinitions.ts';

const chosen = (from: string, ...paths: readonly string[]): readonly (string | undefined)[] =>
  matchingDefinitions(
    paths.map((path) => ({ path })),
    from,
  ).map(({ path }) => path);

describe('the definitions that may apply to an object', () => {
  const cases: readonly (readonly [
    title: string,
    place: string,
    meant: readonly string[],
    others: readonly string[],
  ])[] = [
    ['those of its file', '/w/a/all.yaml', ['/w/a/all.yaml'], ['/w/a/crd.yaml', '/w/crds/crd.yaml']],
    ['those of its folder', '/w/a/lamp.yaml', ['/w/a/crd.yaml', '/w/a/new.yaml'], ['/w/a/crds/crd.yaml']],
    ['those of its chart', '/w/c/templates/x/lamp.yaml', ['/w/c/crds/crd.yaml'], ['/w/d/crds/crd.yaml', '/w/crd.yaml']],
    [
      'those of charts within its chart',
      '/w/c/templates/lamp.yaml',
      ['/w/c/charts/sub/crds/crd.yaml', '/w/c/charts/packed.tgz/crds/crd.yaml'],
      ['/w/c/charts/sub/other/crd.yaml'],
    ],
    [
      'those of its tree',
      '/w/prod/apps/lamp.yaml',
      ['/w/prod/crds/a.yaml'],
      ['/w/staging/crds/a.yaml', '/w/dev/crds/b.yaml'],
    ],
    [
      'those of its tree, on other systems',
      'C:\\w\\prod\\lamp.yaml',
      ['C:\\w\\prod\\crds\\a.yaml'],
      ['C:\\w\\dev\\crds\\a.yaml'],
    ],
    [
      'all of parallel trees, for an object outside',
      '/w/apps/lamp.yaml',
      ['/w/prod/crds/a.yaml', '/w/dev/crds/a.yaml'],
      [],
    ],
    [
      'those of its tree, and those outside all trees',
      '/w/prod/apps/lamp.yaml',
      ['/w/prod/crds/a.yaml', '/w/vendor/x/y/a.yaml'],
      ['/w/dev/crds/a.yaml'],
    ],
    [
      'also copies in deeper folders',
      '/w/config/samples/lamp.yaml',
      ['/w/config/crd/a.yaml', '/w/test/data/crd/a.yaml'],
      [],
    ],
    [
      'also copies in deeper folders, for an object above',
      '/w/deploy/lamp.yaml',
      ['/w/deploy/old/crds/a.yaml', '/w/crds/a.yaml'],
      [],
    ],
  ];
  for (const [title, path, meant, others] of cases) {
    it(`are ${title}`, () => {
      assert.deepEqual(chosen(path, ...meant, ...others), meant);
      assert.deepEqual([...chosen(path, ...others, ...meant)].sort(), [...meant].sort());
    });
  }

  it('are at least one, and the same in any order of files', () => {
    const folder = fc.array(fc.constantFrom('a', 'b', 'crds', 'templates', 'charts'), { maxLength: 4 });
    const path = fc
      .tuple(folder, fc.constantFrom('x.yaml', 'y.yaml'))
      .map(([folders, name]) => ['', ...folders, name].join('/'));
    const paths = fc.uniqueArray(path, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(paths, path, (all, from) => {
        const meant = chosen(from, ...all);
        assert.ok(meant.length > 0, JSON.stringify({ all, place: from }));
        assert.deepEqual(new Set(chosen(from, ...[...all].reverse())), new Set(meant));
      }),
      { numRuns: 2_000 },
    );
  });
});
