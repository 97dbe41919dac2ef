import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { hintsOf } from './hints.ts';
import { timelineOf } from './timeline.ts';

/** The texts about the versions of a kind: the hint, the message of the finding, the table of the hover. */
function textsFor(gvk: GroupVersionKind, target = '1.37') {
  const surface = surfaceOf(target);
  const text = `apiVersion: ${formatGroupVersion(gvk)}\nkind: ${gvk.kind}\n`;
  const [judged] = analyze(text, inputs('a.yaml', [surface])).resources;
  assert.ok(judged);
  return {
    hint: hintsOf(judged, { start: 0, end: text.length }).map((hint) => hint.text),
    message: judged.verdicts.flatMap(({ findings }) => findings.filter(({ path }) => path === 'apiVersion')),
    table: timelineOf(gvk, [surface])
      .filter((row) => row.target === undefined)
      .map((row) => `${formatMinor(row.minor)} ${row.event}`),
  };
}

describe('when a version of a kind is removed', () => {
  const deployment = { group: 'extensions', version: 'v1beta1', kind: 'Deployment' };

  it('is the same date everywhere if releases kept it longer than announced', () => {
    const { hint, message, table } = textsFor(deployment);
    assert.deepEqual(hint, ['removed in 1.18, deprecated in 1.8, off by default from 1.16']);
    assert.match(message[0]?.why ?? '', /removed in 1\.18/);
    assert.deepEqual(
      table.filter((row) => / removed|off by default|last served/.test(row)),
      ['1.16 off by default', '1.17 last served', '1.18 removed'],
    );
  });
  it('is reported in advance, as announced', () => {
    const { hint, table } = textsFor({
      group: 'admissionregistration.k8s.io',
      version: 'v1beta1',
      kind: 'MutatingAdmissionPolicy',
    });
    assert.deepEqual(hint, ['removed in 1.40, deprecated in 1.37']);
    assert.ok(table.includes('1.40 to be removed'), table.join('; '));
  });
});
