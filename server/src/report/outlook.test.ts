import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import { noPolicy } from '../config/severity.ts';
import { outlookLine, outlookOf, tasksByTarget } from './outlook.ts';
import { ReportBuilder } from './reportBuilder.ts';
import type { WorkspaceReport } from './workspaceReport.ts';

const pdb =
  'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec: { minAvailable: 1, selector: { matchLabels: { a: b } } }\n';
const cronJob =
  'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: { name: b }\nspec: { schedule: "0 3 * * *", jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } } } } }\n';
const flowSchema =
  'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: { name: c }\nspec: { priorityLevelConfiguration: { name: exempt } }\n';
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: d }\n';

function reportOf(texts: readonly string[], targets: readonly string[]): WorkspaceReport {
  const surfaces = targets.map(surfaceOf);
  const builder = new ReportBuilder();
  for (const [index, text] of texts.entries()) {
    const file = `${index}.yaml`;
    builder.add({ file, analysis: analyze(text, inputs(file, surfaces)), surfaces, severity: noPolicy });
  }
  const tool = { name: 'kubecompat', version: '0', catalogue: '0' } as const;
  return builder.build(
    tool,
    surfaces.map((surface) => ({ surface, source: 'test' })),
  );
}

describe('the outlook over several targets', () => {
  it('orders targets by their emulation version', () => {
    const targets = ['1.37', '1.24', '1.37,emulated-version=1.35', '1.30', '1.35'];
    assert.deepEqual(outlookOf(reportOf([configMap], targets))?.order, [
      '1.24',
      '1.30',
      '1.35',
      '1.37,emulated-version=1.35',
      '1.37',
    ]);
  });

  it('names the last target without refusals and the first with one, for all resources and for each', () => {
    const report = reportOf([flowSchema, pdb, configMap], ['1.32', '1.24', '1.30', '1.29']);
    const outlook = outlookOf(report);
    assert.ok(outlook !== undefined);
    assert.deepEqual([outlook.safeUpTo, outlook.firstBlocking], [null, '1.24']);
    assert.deepEqual(
      outlook.resources.map(({ safeUpTo, firstBlocking }) => [safeUpTo, firstBlocking]),
      [
        [null, '1.24'],
        ['1.24', '1.29'],
        ['1.32', null],
      ],
    );
    assert.equal(outlookLine(outlook, report), 'Not safe: 1.24 already refuses a resource.');
    const later = outlookOf(reportOf([flowSchema, configMap], ['1.30', '1.31', '1.32', '1.33']));
    assert.deepEqual([later?.safeUpTo, later?.firstBlocking], ['1.31', '1.32']);
  });

  it('names them for files with different targets', () => {
    const [old, now] = [surfaceOf('1.24'), surfaceOf('1.37')];
    const builder = new ReportBuilder();
    for (const [file, text, surface] of [
      ['a.yaml', configMap, old],
      ['b.yaml', pdb, now],
    ] as const) {
      builder.add({ file, analysis: analyze(text, inputs(file, [surface])), surfaces: [surface], severity: noPolicy });
    }
    const tool = { name: 'kubecompat', version: '0', catalogue: '0' } as const;
    const report = builder.build(
      tool,
      [old, now].map((surface) => ({ surface, source: 'test' })),
    );
    const outlook = outlookOf(report) ?? assert.fail('an outlook');
    assert.equal(
      outlookLine(outlook, report),
      'Safe up to 1.24; 1.37 is the first to refuse a resource. Not every resource was checked against every target.',
    );
  });

  it('lists necessary changes once, before the first target that refuses them', () => {
    const outlook = outlookOf(reportOf([flowSchema, cronJob, pdb], ['1.24', '1.25', '1.32', '1.33']));
    assert.ok(outlook !== undefined);
    assert.deepEqual(
      tasksByTarget(outlook).map(({ title, tasks }) => [title, tasks.map(({ finding }) => finding.file)]),
      [
        ['Already refused by 1.24', ['0.yaml']],
        ['Before 1.25', ['1.yaml', '2.yaml']],
        // Not yet served at the start and no longer served at the end: two tasks.
        ['Before 1.32', ['0.yaml']],
      ],
    );
  });

  it('is positive if nothing is refused, and absent for one target', () => {
    const report = reportOf([configMap], ['1.24', '1.37']);
    const outlook = outlookOf(report);
    assert.ok(outlook !== undefined);
    assert.deepEqual([outlook.safeUpTo, outlook.firstBlocking, outlook.tasks], ['1.37', null, []]);
    assert.equal(outlookLine(outlook, report), 'Nothing is refused from 1.24 to 1.37.');
    assert.equal(outlookOf(reportOf([pdb], ['1.37'])), undefined);
  });
});
