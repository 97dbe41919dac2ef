import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TextStore } from '../../server/src/workspace/disk/textStore.ts';
import { readReport } from '../../server/src/workspace/judging/readReport.ts';
import { reportOn, written } from './reports.ts';

describe('JSON reports that are read again', () => {
  const old =
    'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: a }\nspec: { minAvailable: 1 }\n';
  const report = reportOn(
    [
      { name: 'a.yaml', text: [old, old].join('---\n') },
      { name: 'b.yaml', text: old },
      { name: 'c.yaml', text: 'apiVersion: example.com/v1\nkind: Widget\n' },
    ],
    ['1.24', '1.37'],
  );
  const text = written(report, 'json');
  let folder: string;
  let texts: TextStore;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-report-'));
    texts = new TextStore();
  });

  afterEach(() => {
    texts.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function read(content: string) {
    const path = join(folder, 'report.part');
    writeFileSync(path, content);
    return readReport(path, texts);
  }

  it('are the same in the layout of this program, and in any other', async () => {
    for (const content of [
      text,
      text.trimEnd(),
      JSON.stringify(JSON.parse(text)),
      JSON.stringify(JSON.parse(text), null, 2),
    ]) {
      const answer = await read(content);
      assert.ok(answer.ok);
      assert.deepEqual(answer.report.resources, JSON.parse(text).resources);
      assert.deepEqual(answer.report.findings, JSON.parse(text).findings);
      assert.equal(written(answer.report, 'json'), text);
    }
  });

  it('are refused with the reason if an entry is invalid, or if the text is not a report', async () => {
    const cases = [
      [text.replace('"code":"removed-api"', '"code":7'), /is not a JSON report: it must be string at \/code/],
      [text.replace('{"resource"', '{"resource'), /is not JSON: /],
      [text.slice(0, text.length / 2), /is not JSON: /],
      ['{}', /is not a JSON report: it must have required property/],
      ['', /is not JSON: /],
    ] as const;
    for (const [content, message] of cases) {
      const answer = await read(content);
      assert.ok(!answer.ok);
      assert.match(answer.message, message);
      assert.match(answer.remedy, /^name a JSON report/);
    }
    const missing = await readReport(join(folder, 'gone'), texts);
    assert.ok(!missing.ok);
    assert.match(missing.message, /does not exist|no such file/i);
  });
});
