import assert from 'node:assert/strict';
import { SourceProblem } from './problem.ts';
import { formatWritten, nameOfSource, parseSource } from './source.ts';

describe('sources of definitions', () => {
  const cases: readonly (readonly [string, string, string, string | undefined, string | undefined, string])[] = [
    ['cert-manager@v1.16.1', 'project', 'cert-manager', undefined, 'v1.16.1', 'cert-manager'],
    ['./config/crd', 'folder', './config/crd', undefined, undefined, 'crd'],
    ['/abs/lamps.yaml', 'folder', '/abs/lamps.yaml', undefined, undefined, 'lamps'],
    [
      'git:https://a.io/o/r.git//config/crd@release/1.2',
      'git',
      'https://a.io/o/r.git',
      'config/crd',
      'release/1.2',
      'r',
    ],
    ['git:https://me@a.io/o/r', 'git', 'https://me@a.io/o/r', undefined, undefined, 'r'],
    ['git:git@a.io:o/r@v1', 'git', 'git@a.io:o/r', undefined, 'v1', 'r'],
    ['git:git@a.io:o/r', 'git', 'git@a.io:o/r', undefined, undefined, 'r'],
    ['git:../r//crds@main', 'git', '../r', 'crds', 'main', 'r'],
    ['go:example.com/a/v2//crd@v2.0.1', 'go', 'example.com/a/v2', 'crd', 'v2.0.1', 'a'],
    ['npm:@a/b@1.0.0', 'npm', '@a/b', undefined, '1.0.0', 'b'],
    ['npm:b', 'npm', 'b', undefined, undefined, 'b'],
    ['helm:https://a.io/charts/b@1.0.0+x', 'helm', 'https://a.io/charts/b', undefined, '1.0.0+x', 'b'],
    ['oci://a.io:5000/c/b:1.0.0', 'oci', 'oci://a.io:5000/c/b', undefined, '1.0.0', 'b'],
    ['oci://a.io/c/b', 'oci', 'oci://a.io/c/b', undefined, undefined, 'b'],
    ['https://a.io/x/b.crds.yaml', 'url', 'https://a.io/x/b.crds.yaml', undefined, undefined, 'b'],
    ['https://a.io/b.tar.gz//r-1/crd', 'url', 'https://a.io/b.tar.gz', 'r-1/crd', undefined, 'b'],
    ['cluster:arn:aws:eks:eu:1:cluster/prod', 'cluster', 'arn:aws:eks:eu:1:cluster/prod', undefined, undefined, 'prod'],
  ];
  for (const [written, kind, at, path, version, name] of cases) {
    it(`${written} is read, named and written again`, () => {
      const read = parseSource(written);
      assert.deepEqual(read, { source: { kind, at, path }, version });
      assert.equal(nameOfSource(read.source), name);
      assert.equal(formatWritten(read.source, version ?? ''), written);
    });
  }

  for (const written of [
    '',
    'a b',
    'git:',
    'git:--upload-pack=x',
    'go:../a',
    'npm:a/b/c',
    'helm:lights',
    'oci://a',
    '@v1',
    'a@',
  ]) {
    it(`"${written}" is refused`, () => {
      assert.throws(() => parseSource(written), SourceProblem);
    });
  }
});
