import assert from 'node:assert/strict';
import { analyze } from '../../server/src/analyze.ts';
import { noPolicy } from '../../server/src/config/severity.ts';
import { type FileReport, reportFile, withFindings } from '../../server/src/report/buildReport.ts';
import { formats } from '../../server/src/report/formats.ts';
import { ReportBuilder } from '../../server/src/report/reportBuilder.ts';
import type { WorkspaceReport } from '../../server/src/report/workspaceReport.ts';
import { readLazily, toWrittenReport, writtenOf } from '../../server/src/report/writtenReport.ts';
import { inputs } from '../harness/inputs.ts';
import { surfaceOf } from '../harness/surfaces.ts';
import { fixtureTexts, written } from './reports.ts';

const surface = surfaceOf('1.37');
const reports = fixtureTexts().map(({ name, text }) =>
  reportFile({ file: name, analysis: analyze(text, inputs(name, [surface])), surfaces: [surface], severity: noPolicy }),
);

/** As it comes from another thread. */
function handedOver(report: FileReport): FileReport {
  return readLazily(structuredClone(toWrittenReport(report)));
}

function reportOf(files: readonly FileReport[]): WorkspaceReport {
  const builder = new ReportBuilder();
  for (const file of files) builder.addReported(file);
  return builder.build({ name: 'kubecompat', version: '0.1.0', catalogue: '1' }, [{ surface, source: 'test' }]);
}

describe('reports that threads return', () => {
  it('are equal to the written report', () => {
    assert.ok(reports.some(({ findings }) => findings.length > 1));
    for (const report of reports) {
      const read = handedOver(report);
      const { documents, resources, findings, notJudged, suppressed, share } = read;
      const outcome = { documents, resources, findings, notJudged, suppressed, share };
      assert.deepEqual(JSON.parse(JSON.stringify(outcome)), JSON.parse(JSON.stringify(report)));
    }
  });

  for (const { name } of formats) {
    it(`are printed the same in any order of arrival: ${name}`, () => {
      const mixed = reports.map((report, index) => (index % 3 === 0 ? report : handedOver(report)));
      assert.equal(written(reportOf(mixed.reverse()), name), written(reportOf(reports), name));
    });
  }

  it('differ from the written report after a change', () => {
    const read = handedOver(reports.find(({ findings }) => findings.length > 0) ?? assert.fail());
    assert.ok(writtenOf(read) !== undefined);
    assert.equal(writtenOf(withFindings(read, [])), undefined);
    const report = reportOf(reports.map(handedOver));
    assert.match(written({ ...report, findings: [] }, 'json'), /"findings": \[\],/);
  });
});
