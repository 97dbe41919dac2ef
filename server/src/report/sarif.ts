import type { Severity } from '../finding.ts';
import type { ReportFormat } from './format.ts';
import { type MergedFinding, mergeFindings } from './mergeFindings.ts';
import type { ReportFix, WorkspaceReport } from './workspaceReport.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** SARIF 2.1.0 for code scanning: exact regions, fixes, and what could not be read as notifications. */
export const sarif: ReportFormat = {
  name: 'sarif',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { tool, findings, notJudged } = report;
    const rules = [...new Set(findings.map(({ code }) => code))].sort();
    const log = {
      $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: tool.name,
              semanticVersion: tool.version,
              properties: { catalogue: tool.catalogue, targets: report.targets },
              rules: rules.map((id) => ({ id })),
            },
          },
          // Columns count UTF-16 units here, as everywhere in the report.
          columnKind: 'utf16CodeUnits',
          originalUriBaseIds: { ROOT: { description: { text: 'the working folder of the run' } } },
          results: mergeFindings(findings).map((merged) => result(merged, rules)),
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: notJudged.map(({ file, reason, detail }) => ({
                descriptor: { id: reason },
                level: reason === 'unreadable' || reason === 'broken-resource' ? 'error' : 'note',
                message: { text: detail },
                locations: [{ physicalLocation: { artifactLocation: artifact(file) } }],
              })),
            },
          ],
        },
      ],
    };
    yield `${JSON.stringify(log)}\n`;
  },
};

function result({ finding, targets, reasons }: MergedFinding, rules: readonly string[]) {
  const { code, severity, file, range, offset, message, remedy, path, consequence, source, fingerprint } = finding;
  return {
    ruleId: code,
    ruleIndex: rules.indexOf(code),
    level: levels[severity],
    message: { text: [message, ...reasons.keys(), remedy].map(sentence).join(' ') },
    locations: [
      {
        physicalLocation: {
          artifactLocation: artifact(file),
          region: {
            startLine: range.start.line + 1,
            startColumn: range.start.character + 1,
            endLine: range.end.line + 1,
            endColumn: range.end.character + 1,
            charOffset: offset[0],
            charLength: offset[1] - offset[0],
          },
        },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }),
      },
    ],
    partialFingerprints: { 'kubecompat/v1': fingerprint },
    fixes: finding.fixes.map((fix) => sarifFix(fix, file)),
    properties: { consequence, targets, source },
  };
}

function sarifFix({ title, edits }: ReportFix, file: string) {
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: artifact(file),
        replacements: edits.map(({ offset, newText }) => ({
          deletedRegion: { charOffset: offset[0], charLength: offset[1] - offset[0] },
          insertedContent: { text: newText },
        })),
      },
    ],
  };
}

function artifact(file: string) {
  return { uri: file.split('/').map(encodeURIComponent).join('/'), uriBaseId: 'ROOT' };
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
