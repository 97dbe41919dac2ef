import assert from 'node:assert/strict';
import { parseTargetExpression } from '../targets/expression.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor, minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { at } from './catalog.ts';
import { resolve } from './resolve.ts';

const catalog = readCatalog();

function refusal(binary: number): string {
  const parsed = parseTargetExpression(formatMinor(minor(binary)));
  assert.ok(parsed.ok);
  const resolution = resolve('target', parsed.target, catalog);
  assert.ok(!resolution.ok);
  const [problem] = resolution.problems;
  assert.equal(problem?.allowed, `${formatMinor(catalog.oldest)} to ${formatMinor(catalog.newest)}`);
  return problem.message;
}

describe('a binary that the catalogue does not have', () => {
  it('is said to be newer than this build, with what to do', () => {
    const newest = formatMinor(catalog.newest);
    const next = formatMinor(minor(catalog.newest + 1));
    const said = refusal(catalog.newest + 1);
    assert.ok(said.startsWith(`${next} is newer than this build's newest, ${newest};`), said);
    assert.ok(said.endsWith(`; check against ${newest} meanwhile, or run kubecompat catalogue update`), said);
  });

  it('is said with what the newest known release announces to remove by then', () => {
    const announced = catalog.kinds.flatMap(({ group, version, served, lifecycle }) => {
      const removed = at(lifecycle, catalog.newest)?.removed;
      return served.length > 0 && removed !== undefined && removed > catalog.newest
        ? [{ group, version, removed }]
        : [];
    });
    const [first] = announced.sort(
      (a, b) => a.removed - b.removed || (formatGroupVersion(a) < formatGroupVersion(b) ? -1 : 1),
    );
    assert.ok(first !== undefined, 'something is announced');
    const { removed } = first;
    assert.match(refusal(removed), new RegExp(`announces the removal of .*${formatGroupVersion(first)}.* by then`));
    assert.doesNotMatch(refusal(catalog.newest + 1), removed > catalog.newest + 1 ? /announces/ : /^$/);
  });

  it('is said to be outside of what is known where it is older', () => {
    assert.match(refusal(catalog.oldest - 1), /^Kubecompat knows Kubernetes 1\.8 to /);
  });
});
