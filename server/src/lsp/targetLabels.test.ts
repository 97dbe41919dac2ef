import assert from 'node:assert/strict';
import { factMinor } from '../targets/version.ts';
import { targetLabels } from './targetLabels.ts';

describe('labels of targets', () => {
  const labels = (targets: Readonly<Record<string, readonly [string, string?]>>) => {
    const named = Object.entries(targets).map(([expression, [binary, emulation = binary]]) => ({
      expression,
      versions: { binary: factMinor(binary), emulation: factMinor(emulation) },
    }));
    return [...targetLabels(named).values()];
  };

  it('shorten settings, and keep names', () => {
    const expressions = {
      '1.37': '1.37',
      prod: 'prod',
      '1.37 as 1.35': '1.37 as 1.35',
      '1.37,emulated-version=1.35': '1.37 as 1.35',
      '1.37,emulated-version=1.35,feature-gates=HPAConfigurableTolerance=true': '1.37 as 1.35 +1',
      '1.36,runtime-config=api/beta=true,feature-gates=A=true;B=false': '1.36 +2',
    };
    const named = Object.fromEntries(Object.keys(expressions).map((name) => [name, ['1.37']] as const));
    assert.deepEqual(labels(named), Object.values(expressions));
  });

  it('begin with the version of a file', () => {
    assert.deepEqual(labels({ 'from=clusters/talconfig.yaml': ['1.36'] }), ['1.36 \u00b7 talconfig']);
    assert.deepEqual(labels({ '1.34,from=edge/kube-apiserver.yaml': ['1.34'] }), ['1.34 \u00b7 kube-apiserver']);
    assert.deepEqual(labels({ 'from=a.v1.yaml#one': ['1.37', '1.36'] }), ['1.37 as 1.36 \u00b7 a.v1#one']);
  });

  it('tell files of the same name apart', () => {
    assert.deepEqual(labels({ 'from=prod/cluster.yaml': ['1.36'], 'from=edge/cluster.yaml': ['1.35'] }), [
      '1.36 \u00b7 prod/cluster',
      '1.35 \u00b7 edge/cluster',
    ]);
    assert.deepEqual(labels({ 'from=edge/cluster.yaml': ['1.35'], 'from=cluster.yaml': ['1.35'] }), [
      '1.35 \u00b7 edge/cluster',
      '1.35 \u00b7 cluster',
    ]);
  });
});
