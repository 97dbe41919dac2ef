import assert from 'node:assert/strict';
import { parseTargetExpression } from '../targets/expression.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor, minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { factAt, inSpans } from './catalog.ts';
import { resolve } from './resolve.ts';

const catalog = readCatalog();
/** The newest known minor, released or not. */
const last = catalog.preview?.minor ?? catalog.newest;

function refusal(binary: number): string {
  const parsed = parseTargetExpression(formatMinor(minor(binary)));
  assert.ok(parsed.ok);
  const resolution = resolve('target', parsed.target, catalog);
  assert.ok(!resolution.ok);
  const [problem] = resolution.problems;
  assert.equal(problem?.allowed, `${formatMinor(catalog.oldest)} to ${formatMinor(last)}`);
  return problem.message;
}

describe('a binary that the catalogue does not have', () => {
  it('is reported as newer than this build, with a remedy', () => {
    const newest = formatMinor(catalog.newest);
    const next = formatMinor(minor(last + 1));
    const message = refusal(last + 1);
    const preview = catalog.preview === undefined ? '' : ` (and the preview ${catalog.preview.release})`;
    assert.ok(
      message.startsWith(`${next} is newer than ${newest}${preview}, the newest version that this build knows;`),
      message,
    );
    assert.ok(message.endsWith(`; check against ${newest} meanwhile, or run kubecompat catalogue update`), message);
  });

  it('is reported with the announced removals of the newest known release', () => {
    const announced = catalog.kinds.flatMap((kind) => {
      const removed = factAt(kind.lifecycle, catalog.newest)?.removed;
      return inSpans(kind.served, catalog.newest) && removed !== undefined && removed > last
        ? [{ name: formatGroupVersion(kind), removed }]
        : [];
    });
    assert.ok(announced.length > 0, 'something is announced');
    const [, named = '', more = '0'] =
      /announces the removal of (.*?)(?: and (\d+) more)? by then/.exec(refusal(99)) ?? [];
    const names = new Set(announced.map(({ name }) => name));
    assert.ok(named.split(', ').length === 3 && Number(more) > 0, refusal(99));
    assert.ok(
      named.split(', ').some((name) => names.has(name)),
      named,
    );
    assert.equal(
      /announces/.test(refusal(last + 1)),
      catalog.kinds.some(({ lifecycle, served }) => {
        const removed = factAt(lifecycle, catalog.newest)?.removed ?? 0;
        return inSpans(served, catalog.newest) && removed > catalog.newest && removed <= last + 1;
      }),
    );
  });

  it('is reported as outside the known range if it is older', () => {
    assert.match(refusal(catalog.oldest - 1), /^Kubecompat knows Kubernetes 1\.8 to /);
  });
});
