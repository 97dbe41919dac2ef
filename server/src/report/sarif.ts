import { checkCodes } from '../checks/checkCodes.ts';
import type { Severity } from '../finding.ts';
import type { ReportFormat } from './format.ts';
import { mayHideManifest } from './mayHideManifest.ts';
import { type MergedFinding, mergedByFile } from './mergeFindings.ts';
import { reasonText } from './notJudgedReasons.ts';
import { entriesByFile } from './reportEntries.ts';
import { judgedOf, shareParagraph } from './share.ts';
import type { ReportEdit, ReportFix, WorkspaceReport } from './workspaceReport.ts';

const levels: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** SARIF 2.1.0 for code scanning, with fixes; notifications list the files that were not judged. */
export const sarif: ReportFormat = {
  name: 'sarif',
  needsSource: false,
  *render(report: WorkspaceReport) {
    const { tool, notJudged, summary } = report;
    const codes = new Set<string>();
    for (const { findings } of entriesByFile(report)) for (const { code } of findings) codes.add(code);
    const rules = [...codes].sort();
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
              rules: rules.map(ruleOf),
            },
          },
          // Columns count UTF-16 units here, as everywhere in the report.
          columnKind: 'utf16CodeUnits',
          originalUriBaseIds: { ROOT: { description: { text: 'the working folder of the run' } } },
          results: Array.from(mergedByFile(report), (merged) => result(merged, rules)),
          invocations: [
            {
              executionSuccessful: true,
              toolExecutionNotifications: [
                {
                  descriptor: { id: 'resources-judged' },
                  level: 'note',
                  message: { text: sentence(shareParagraph(summary.coverage) ?? judgedOf(summary.coverage)) },
                },
                ...notJudged.map(({ file, reason, detail }) => ({
                  descriptor: { id: reason },
                  level: mayHideManifest(reason) ? 'error' : 'note',
                  message: { text: [sentence(detail), reasonText(reason).remedy ?? ''].join(' ').trimEnd() },
                  locations: [{ physicalLocation: { artifactLocation: artifact(file) } }],
                })),
              ],
            },
          ],
          properties: { coverage: summary.coverage },
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
          region: regionOf(range, offset),
        },
        ...(path === '' ? {} : { logicalLocations: [{ fullyQualifiedName: path, kind: 'member' }] }),
      },
    ],
    partialFingerprints: { 'kubecompat/v1': fingerprint },
    // SARIF requires at least one replacement; a fix that only a person can make has none.
    fixes: finding.fixes.filter(({ edits }) => edits.length > 0).map((fix) => sarifFix(fix, file)),
    properties: { consequence, targets, source },
  };
}

/** A region by line and column, and by offset: tools read one or the other. */
function regionOf({ start, end }: ReportEdit['range'], [from, to]: ReportEdit['offset']) {
  return {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    charOffset: from,
    charLength: to - from,
  };
}

/** The rule of a code, with a reference to `kubecompat explain`. */
function ruleOf(id: string) {
  const title = checkCodes.get(id)?.title;
  return {
    id,
    ...(title === undefined ? {} : { shortDescription: { text: sentence(title) } }),
    help: { text: `kubecompat explain ${id} explains the meaning, the reason and the fix.` },
  };
}

function sarifFix({ title, edits }: ReportFix, file: string) {
  return {
    description: { text: title },
    artifactChanges: [
      {
        artifactLocation: artifact(file),
        replacements: edits.map(({ range, offset, newText }) => ({
          deletedRegion: regionOf(range, offset),
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
