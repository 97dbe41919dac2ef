import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { analyze } from '../server/src/analyze.ts';
import type { ApiSurface } from '../server/src/catalog/surface.ts';
import { type Finding, severityOf } from '../server/src/finding.ts';
import { applyFixes, safeFixes } from '../server/src/fix.ts';
import type { ChartTemplates } from '../server/src/helm/chart.ts';
import { LineIndex } from '../server/src/text/lineIndex.ts';
import { chartAround } from '../server/src/workspace/charts/chartAround.ts';
import { type Expectation, type Fixture, readFixture } from './harness/annotations.ts';
import { withDefinitionsOf, withReleasesOf } from './harness/customKinds.ts';
import { filesBelow } from './harness/files.ts';
import { inputs } from './harness/inputs.ts';
import { surfaceOf } from './harness/surfaces.ts';
import { wordingOfNotJudged, wordingProblems } from './harness/wording.ts';

const folder = 'server/src';
const update = process.env['UPDATE'] === '1';

describe('fixtures', () => {
  for (const file of filesBelow(
    folder,
    /^(?:checks|embedded|kustomize|helm|manifest|suppress)\/.*fixtures\/.*(?<!\.fixed|\/Chart)\.ya?ml$/,
  )) {
    const path = relative(folder, file);
    const fixture = readFixture(readFileSync(file, 'utf8'));
    // Helm templates belong to a chart.
    const chart = chartAround(resolve(file));
    for (const target of fixture.targets) {
      it(`${path} at ${target}`, () => {
        const { findings, notJudged } = judged(fixture, surfaceOf(target), chart);
        const found = findings.map((finding) => describeFinding(finding, fixture.text));
        assert.deepEqual([...findings.flatMap(wordingProblems), ...notJudged.flatMap(wordingOfNotJudged)], []);
        assert.deepEqual(withExpectedMessages(found, fixture.expected).sort(), fixture.expected.map(line).sort());
      });
    }
    it(`${path}: safe fixes`, () => {
      const surfaces = fixture.targets.map((target) =>
        withReleasesOf(withDefinitionsOf(surfaceOf(target), fixture.text)),
      );
      const fixedFile = file.replace(/\.(ya?ml)$/, '.fixed.$1');
      const fixed = applyFixes(fixture.text, inputs(path, surfaces, { chart, today: fixture.today }), safeFixes);
      if (update && fixed.applied.length > 0) writeFileSync(fixedFile, fixed.text);
      assert.equal(
        existsSync(fixedFile),
        fixed.applied.length > 0,
        `${relative(folder, fixedFile)} is there exactly when there is a safe fix`,
      );
      if (fixed.applied.length === 0) return;
      assert.equal(fixed.text, readFileSync(fixedFile, 'utf8'));
      for (const surface of surfaces) {
        const remaining = judged({ ...fixture, text: fixed.text }, surface, chart).findings.filter(({ fixes }) =>
          fixes().some(({ kind }) => kind === 'safe'),
        );
        assert.deepEqual(remaining, [], 'no safe fix is left over');
      }
    });
  }
});

function judged(
  { text, today }: Pick<Fixture, 'text' | 'today'>,
  surface: ApiSurface,
  chart: ChartTemplates | undefined,
) {
  const analysis = analyze(
    text,
    inputs('fixture.yaml', [withReleasesOf(withDefinitionsOf(surface, text))], { chart, today }),
  );
  const findings: readonly Finding[] = [
    ...analysis.documentFindings.map(({ finding }) => finding),
    ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
  ];
  return { findings, notJudged: analysis.notJudged };
}

/** A finding in the form of an annotation; a span over several lines ends with the first line. */
function describeFinding(finding: Finding, text: string): Expectation {
  const index = new LineIndex(text);
  const { start, end } = index.range(finding.span);
  const lineEnd = (text.split('\n')[start.line] ?? '').length;
  return {
    line: start.line,
    start: start.character,
    end: end.line === start.line ? end.character : lineEnd,
    severity: severityOf[finding.consequence],
    code: finding.code,
    message: finding.message,
  };
}

/** Annotations can have a part of the message: a message that contains it is reduced to that part. */
function withExpectedMessages(found: readonly Expectation[], expected: readonly Expectation[]): string[] {
  return found.map((finding) => {
    const match = expected.find(
      (wanted) =>
        line({ ...wanted, message: '' }) === line({ ...finding, message: '' }) &&
        finding.message.includes(wanted.message),
    );
    return line({ ...finding, message: match?.message ?? finding.message });
  });
}

function line({ line, start, end, severity, code, message }: Expectation): string {
  return `${line + 1}:${start}-${end} ${severity} ${code}: ${message}`;
}
