import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { analyze } from '../server/src/analyze.ts';
import { filesBelow } from './harness/files.ts';
import { inputs } from './harness/inputs.ts';
import { surfaceOf } from './harness/surfaces.ts';

/** The target in the sample's configuration, as an expression. */
const surface = surfaceOf('1.37,emulated-version=1.35');
const files = new Map(
  filesBelow('sample', /^(?!.*\/\.).*\.yaml$/).map((file) => {
    const path = relative('sample', file);
    return [path, analyze(readFileSync(file, 'utf8'), inputs(path, [surface]))] as const;
  }),
);
const consequencesOf = (path: string) => {
  const analysis = files.get(path);
  const found = [
    ...(analysis?.documentFindings ?? []).map(({ finding }) => finding),
    ...(analysis?.resources ?? []).flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings)),
  ];
  return [...new Set(found.map(({ consequence }) => consequence))];
};

describe('the sample workspace', () => {
  it('shows all consequences of a cluster that emulates 1.35', () => {
    // The verdicts of a real kube-apiserver 1.37 with --emulated-version=1.35.
    const expected = {
      'web/deployment.yaml': [],
      'web/ingress.yaml': ['not-served'],
      'web/autoscaler.yaml': ['not-served'],
      'worker/deployment.yaml': ['not-served'],
      'worker/cronjob.yaml': ['invalid'],
      'worker/cleanup.yaml': ['undecodable'],
      'cache/statefulset.yaml': ['dropped'],
      'cache/endpoints.yaml': ['warning'],
      'platform/policies.yaml': ['not-served'],
      'platform/trust.yaml': ['not-served'],
      'chart/templates/configmap.yaml': [],
    };
    const found = Object.fromEntries(Object.keys(expected).map((path) => [path, consequencesOf(path)]));
    assert.deepEqual(found, expected);
  });

  it('has a template that is reported as not checked', () => {
    assert.deepEqual(
      files.get('chart/templates/configmap.yaml')?.notJudged.map(({ reason }) => reason),
      ['template'],
    );
  });

  it('has manifests with safe fixes', () => {
    const safe = [...files.values()].flatMap(({ resources }) =>
      resources.flatMap(({ verdicts }) =>
        verdicts.flatMap(({ findings }) => findings.filter(({ fixes }) => fixes().some(({ kind }) => kind === 'safe'))),
      ),
    );
    assert.equal(safe.length, 4);
  });
});
