import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { analyze } from '../../server/src/analyze.ts';
import { clusterTool } from '../../server/src/checks/cluster-tool/clusterTool.ts';
import { chartTemplates } from '../../server/src/helm/chart.ts';
import { filesBelow } from '../harness/files.ts';
import { inputs } from '../harness/inputs.ts';
import { notRun } from '../harness/notRun.ts';
import { surfaceOf } from '../harness/surfaces.ts';

/** The apiVersion of a kind configuration: the file describes a cluster, and kind's rules for it are judged. */
const ofKind = /^apiVersion: kind\.(?:sigs\.k8s\.io|x-k8s\.io)\//m;
const codesOfKind: ReadonlySet<string> = new Set(clusterTool.codes.map(({ code }) => code));

const corpus = '../shared/corpus/lookalikes';

describe('files that only look like manifests', () => {
  it('have no findings, by themselves or as templates of a chart', function () {
    if (!existsSync(corpus)) notRun(this, `${corpus} is not there`);
    const surfaces = ['1.19', '1.37'].map(surfaceOf);
    const files = filesBelow(corpus, /\.(?:ya?ml|json)$/);
    assert.ok(files.length > 100);
    for (const file of files) {
      const text = readFileSync(file, 'utf8');
      const allowed = ofKind.test(text) ? codesOfKind : new Set<string>();
      // The comment makes the file a template and prints nothing.
      const template = analyze(`${text}\n{{/* */}}\n`, inputs(file, surfaces, { chart: chartTemplates([]) }));
      for (const { documentFindings, resources } of [analyze(text, inputs(file, surfaces)), template]) {
        const found = resources.flatMap(({ verdicts }) => verdicts.flatMap(({ findings }) => findings));
        // A kustomization among the files has remote resources, which is not a verdict on it.
        const verdicts = documentFindings
          .map(({ finding }) => finding)
          .filter(({ code }) => code !== 'unchecked-source' && !allowed.has(code));
        assert.deepEqual([...verdicts, ...found], [], file);
      }
    }
  });
});
