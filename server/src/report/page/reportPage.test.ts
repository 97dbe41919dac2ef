import assert from 'node:assert/strict';
import { noConsequences } from '../summarize.ts';
import type { ReportFinding, ReportResource, WorkspaceReport } from '../workspaceReport.ts';
import { reportPage } from './reportPage.ts';

const finding = (target: string, message: string): ReportFinding => ({
  resource: 'a.yaml#0',
  file: 'a.yaml',
  document: 0,
  target,
  code: 'removed-api',
  consequence: 'not-served',
  severity: 'error',
  path: 'apiVersion',
  range: { start: { line: 4, character: 12 }, end: { line: 4, character: 25 } },
  offset: [60, 73],
  message,
  why: 'why',
  remedy: 'remedy',
  source: 'source',
  fixes: [],
  fingerprint: '0',
});

const resource: ReportResource = {
  id: 'a.yaml#0',
  file: 'a.yaml',
  document: 0,
  apiVersion: 'batch/v1beta1',
  kind: 'CronJob',
  name: 'job',
  targets: {
    one: { served: false, storageVersion: null, worst: 'error' },
    two: { served: false, storageVersion: null, worst: 'error' },
    three: { served: true, storageVersion: 'v1', worst: null },
  },
};

const report = (findings: readonly ReportFinding[]): WorkspaceReport => ({
  schemaVersion: 1,
  tool: { name: 'kubecompat', version: '1', catalogue: '1.37' },
  targets: ['one', 'two', 'three'].map((name) => ({
    name,
    binary: '1.37',
    emulation: '1.36',
    minCompatibility: '1.35',
    runtimeConfig: [],
    featureGates: [],
    source: 'test',
  })),
  resources: [resource],
  findings,
  notJudged: [{ file: 'b.yaml', document: 0, reason: 'template', detail: 'a template' }],
  summary: {
    files: 2,
    documents: 2,
    resources: 1,
    notJudged: 1,
    suppressed: 0,
    coverage: {
      resources: 2,
      judged: 1,
      inPart: [],
      notJudged: [{ reason: 'template', resources: 1, what: 'a <template>', remedy: 'Render it.' }],
    },
    bySeverity: { error: 2, warning: 0, information: 0, hint: 0 },
    byConsequence: { ...noConsequences(), 'not-served': 2 },
    byTarget: {},
  },
});

describe('the page of the workspace report', () => {
  it('has a cell with text for each target', () => {
    const page = reportPage(report([finding('one', 'gone'), finding('two', 'gone')]), { nonce: 'n' });
    const cells = [...page.matchAll(/<td class="(\w+)">(.*?)<\/td>/g)].map(([, kind, text]) => [kind, text]);
    assert.deepEqual(cells, [
      ['error', '✗ not served <span class="note quiet">1 finding</span>'],
      ['error', '✗ not served <span class="note quiet">1 finding</span>'],
      ['good', '✓ served <span class="note quiet">stored as v1</span>'],
      ['error', 'none'],
    ]);
  });

  it('counts resources in tiles that filter the table, and lists the targets in order', () => {
    const dropped = { ...finding('two', 'lost'), consequence: 'dropped', severity: 'warning' } as const;
    const page = reportPage(report([finding('one', 'gone'), dropped]), undefined);
    const tiles = [...page.matchAll(/class="label">([^<]*)<\/span> <span class="value (\w+)">([^<]*)</g)].map(
      ([, label, tone, value]) => [label, tone, value],
    );
    assert.deepEqual(tiles, [
      ['Safe up to', 'error', 'none'],
      ['Refused', 'error', '1'],
      ['Silently dropped', 'warning', '1'],
      ['Warned', 'good', '0'],
      ['Not checked', 'quiet', '1'],
    ]);
    assert.match(page, /data-filter="refused"/);
    assert.match(page, /data-outcomes="refused dropped fine"/);
    const [timeline = ''] = /<ol class="timeline".*?<\/ol>/s.exec(page) ?? [];
    assert.match(
      timeline,
      /one.*✗ 1 refused.*Already refused: CronJob.*two.*⚠ 1 with dropped fields.*three.*✓ 1 accepted/s,
    );
    assert.equal(timeline.match(/<rect /g)?.length, 6, 'a bar for each, of what was checked and what was not');
    assert.equal(timeline.match(/– 1 not checked/g)?.length, 3, 'as many as in the tile');
  });

  it('counts no file without resources as accepted', () => {
    const { resource, ...rest } = finding('three', 'a branch');
    const branch = { ...rest, file: 'c.yaml', consequence: 'advice', severity: 'information' } as const;
    const [timeline = ''] = /<ol class="timeline".*?<\/ol>/s.exec(reportPage(report([branch]), undefined)) ?? [];
    assert.match(timeline, /three.*✓ 1 accepted/s);
  });

  it('offers the fixes of a finding in editors that can apply them', () => {
    const fixes = [{ title: 'Convert', kind: 'safe', edits: [], left: [] }] as const;
    const found = [{ ...finding('one', 'gone'), fixes }];
    assert.match(reportPage(report(found), { nonce: 'n' }), /<button data-fix="0">Fix…<\/button>/);
    assert.doesNotMatch(reportPage(report(found), undefined), /data-fix="/);
  });

  it('shows how far the workspace can be upgraded, and what must change before each target', () => {
    const page = reportPage(report([finding('one', 'gone')]), { nonce: 'n' });
    assert.match(
      page,
      /<strong>Not safe: one already refuses a resource\. This covers the checked resources, 1 of 2 resources\.<\/strong>/,
    );
    assert.match(page, /<summary>Already refused by one: 1 change<\/summary>/);
    assert.match(page, /Safe up to<\/button>/);
  });

  it('shows a finding of several targets once, with their names', () => {
    const page = reportPage(report([finding('one', 'gone'), finding('two', 'gone')]), { nonce: 'n' });
    assert.equal(page.match(/data-finding=/g)?.length, 2, 'in the outlook and in the table');
    assert.match(
      page,
      /<button data-finding="0">line 5<\/button> <span class="message">gone<\/span> <span class="quiet">\(one, two\)<\/span>/,
    );
    assert.match(page, /1 of 2 resources checked: 1 error, 0 warnings, 0 information/);
  });

  it('shows resources that were not checked with the remedy, and none of them as accepted', () => {
    const custom = { served: null, storageVersion: null, worst: null };
    const whole = report([]);
    const unknown = { ...resource, targets: { one: custom, two: custom, three: custom } };
    const page = reportPage({ ...whole, resources: [unknown] }, undefined);
    assert.match(page, /<li>1 resource not checked: a &lt;template&gt; <span class="quiet">Render it\.<\/span><\/li>/);
    assert.equal(page.match(/<td class="quiet">– custom resource<\/td>/g)?.length, 3);
    assert.doesNotMatch(page, /<td class="good">/);
  });

  it('shows a file without resources as broken, or as a file of another tool', () => {
    const { resource: _, ...ofFile } = finding('one', 'odd');
    const cells = (code: string): readonly string[] => {
      const page = reportPage(report([{ ...ofFile, file: 'kustomization.yaml', code }]), undefined);
      return [...page.matchAll(/(?:cannot be read|no API resource) <span class="note quiet">1 finding/g)].map(
        ([text]) => text,
      );
    };
    assert.deepEqual(cells('syntax-error'), ['cannot be read <span class="note quiet">1 finding']);
    assert.deepEqual(cells('deprecated-kustomization-field'), ['no API resource <span class="note quiet">1 finding']);
  });

  it('has no control characters', () => {
    const page = reportPage(report([finding('one', 'a\u0000b\u001b[31mc\u202ed')]), undefined);
    assert.match(page, /a\uFFFDb\uFFFD\[31mc\uFFFDd/);
  });

  it('escapes everything from the workspace, and runs no script without the nonce', () => {
    const page = reportPage(report([finding('one', '<img src=x onerror="alert(1)">')]), { nonce: 'bm9uY2U=' });
    assert.ok(!page.includes('<img'));
    assert.match(page, /content="default-src 'none'; style-src 'nonce-bm9uY2U='; script-src 'nonce-bm9uY2U='"/);
    assert.deepEqual(
      [...page.matchAll(/<(?:script|style)[^>]*>/g)].map(([tag]) => tag.includes('nonce="bm9uY2U="')),
      [true, true],
    );
    assert.ok(!/<[^>]* (?:style|on\w+)=/.test(page), 'no inline style or handler');
  });

  it('is a self-contained file outside an editor', () => {
    const page = reportPage(report([finding('one', 'gone')]), undefined);
    assert.doesNotMatch(page, /nonce|src=|href="(?!#)|<link|data-(?:finding|fix)="|id="save"/);
    assert.match(page, /default-src 'none'/);
    assert.match(page, /line 5 <span class="message">gone/);
  });

  it('has colours with sufficient contrast, in light and dark themes', () => {
    const page = reportPage(report([]), undefined);
    const colours = [...page.matchAll(/color: light-dark\((#\w{6}), (#\w{6})\)/g)];
    assert.ok(colours.length >= 4);
    for (const [rule, light = '', dark = ''] of colours) {
      assert.ok(contrast(light, '#ffffff') >= 4.5 && contrast(dark, '#1f1f1f') >= 4.5, rule);
    }
  });

  it('keeps a resource and its findings together when it is searched, filtered and sorted', () => {
    const page = reportPage(report([finding('one', 'gone')]), undefined);
    assert.match(
      page,
      /<tbody data-worst="error" data-outcomes="refused fine" data-key="CronJob job"><tr>.*<tr class="details">.*<\/tbody>/s,
    );
    assert.equal(page.match(/data-sort="/g)?.length, 5);
  });
});

/** The contrast ratio of WCAG 2; text needs 4.5. */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((first, second) => first - second);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
