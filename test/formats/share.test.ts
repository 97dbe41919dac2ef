import assert from 'node:assert/strict';
import { judgedOf, shareParagraph } from '../../server/src/report/share.ts';
import { withReleasesOf } from '../harness/customKinds.ts';
import { surfaceOf } from '../harness/surfaces.ts';
import { reportOn, written } from './reports.ts';

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n';
const widget = 'apiVersion: example.com/v1\nkind: Widget\nmetadata: { name: w }\n';
const broken = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: [broken\n';
const filledIn = 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { ports: [{ port: "<%= port %>" }] }\n';

const texts = [
  { name: 'a.yaml', text: [configMap, widget, 'services: {}\n'].join('---\n') },
  {
    name: 'b.yaml',
    text: [widget, `apiVersion: v1\nkind: List\nitems:\n- ${indented(widget)}- ${indented(configMap)}`].join('---\n'),
  },
  { name: 'c.yaml', text: filledIn },
];

function indented(text: string): string {
  return `${text.trimEnd().replaceAll('\n', '\n  ')}\n`;
}

describe('the share of checked resources', () => {
  const report = reportOn(texts);
  const { coverage } = report.summary;

  it('counts resources, including those in Lists, but no files of other tools', () => {
    assert.deepEqual(
      [coverage.resources, coverage.judged, coverage.notJudged.map(({ reason, resources }) => [reason, resources])],
      [6, 3, [['custom-resource', 3]]],
    );
    assert.deepEqual(
      coverage.inPart.map(({ reason, resources }) => [reason, resources]),
      [['values', 1]],
    );
  });

  it('counts texts that should be a resource and cannot be read', () => {
    const { resources, judged, inPart, notJudged } = reportOn([{ name: 'a.yaml', text: broken }]).summary.coverage;
    assert.equal(resources, 1);
    assert.deepEqual(
      [...inPart, ...notJudged].map(({ reason }) => reason),
      ['broken-resource'],
    );
    assert.equal(judged, inPart.length);
  });

  it('counts resources with unknown rules as checked in part, in every format', () => {
    const text =
      'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: a }\nspec: { interval: 5m, chartRef: { kind: OCIRepository, name: a } }\n';
    const partly = reportOn([{ name: 'a.yaml', text: [configMap, text].join('---\n') }], ['1.37'], (target) =>
      withReleasesOf(surfaceOf(target)),
    );
    const { resources, judged, inPart, notJudged } = partly.summary.coverage;
    assert.deepEqual([resources, judged, notJudged], [2, 2, []]);
    assert.deepEqual(
      inPart.map(({ reason, resources: concerned }) => [reason, concerned]),
      [['unknown-rules', 1]],
    );
    for (const name of ['text', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'csv', 'html', 'json', 'jsonl'])
      assert.ok(written(partly, name).includes('kubecompat crds add NAME'), `${name} says what to do`);
  });

  it('names one remedy for every reason', () => {
    for (const { what, remedy } of [...coverage.notJudged, ...coverage.inPart]) {
      assert.match(what, /[^.]$/);
      assert.match(remedy ?? '', /^[A-Z].*\.$/);
    }
  });

  it('is the same in all formats', () => {
    const title = 'Add the published definitions, kubecompat crds add SOURCE';
    const share = judgedOf(coverage);
    assert.equal(share, '3 of 6 resources checked');
    for (const name of ['text', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'csv', 'html']) {
      const text = written(report, name);
      assert.ok(text.includes(share), `${name} says the share`);
      assert.ok(text.includes(title), `${name} says what to do`);
    }
    assert.deepEqual(JSON.parse(written(report, 'json')).summary.coverage, coverage);
    assert.deepEqual(JSON.parse(written(report, 'jsonl').trimEnd().split('\n').at(-1) ?? '').coverage, coverage);
  });

  it('is complete if everything was checked, without a remedy', () => {
    const whole = reportOn([{ name: 'a.yaml', text: configMap }]).summary.coverage;
    assert.equal(judgedOf(whole), '1 resource checked');
    assert.equal(shareParagraph(whole), undefined);
    assert.equal(written(reportOn([{ name: 'a.yaml', text: configMap }]), 'github'), '1 resource checked\n');
  });

  it('junit: has a resource of an unknown kind as skipped, not as passed', () => {
    const xml = written(report, 'junit');
    assert.equal(xml.match(/<skipped message="custom-resource: /g)?.length, 3);
    assert.doesNotMatch(xml, /name="Widget [^>]*"\/>/);
  });
});
