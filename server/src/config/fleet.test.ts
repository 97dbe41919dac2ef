import assert from 'node:assert/strict';
import { workloadMatcher } from './fleet.ts';

describe('the workloads of a fleet', () => {
  const cases: readonly (readonly [match: string, file: string, workload: string | undefined])[] = [
    ['apps/*', 'apps/web/base/a.yaml', 'apps/web'],
    ['apps/*', 'apps/a.yaml', 'apps/a.yaml'],
    ['apps/*/', './apps/web/a.yaml'.slice(2), 'apps/web'],
    ['apps/*', 'other/web/a.yaml', undefined],
    ['apps/**/overlays/*', 'apps/a/b/overlays/prod/x.yaml', 'apps/a/b/overlays/prod'],
    ['{a,b}', 'b/c.yaml', 'b'],
    ['.', 'deep/down/a.yaml', '.'],
    ['*', 'a/b.yaml', 'a'],
    ['*', '../a/b.yaml', undefined],
    ['../shop/*', '../shop/cart/a.yaml', '../shop/cart'],
    ['../shop/*', 'shop/cart/a.yaml', undefined],
    ['../*', '../../x/a.yaml', undefined],
    ['.hidden', '.hidden/a.yaml', '.hidden'],
  ];
  for (const [match, file, workload] of cases) {
    it(`${match}: ${file} is in ${workload ?? 'none'}`, () => assert.equal(workloadMatcher(match)(file), workload));
  }
});
