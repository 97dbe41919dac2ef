import type { JsonObject } from '../job.ts';
import type { Input } from '../protocol/inputs.ts';
import { repeated, runOn } from './commandLine.ts';
import type { ToolFileAccess } from './toolFileAccess.ts';

/** The parts of a report (`schemas/report.schema.json`) that are handed on. */
interface Report {
  readonly targets: readonly { readonly name: string }[];
  readonly findings: readonly ReportedFinding[];
  readonly notJudged: readonly JsonObject[];
  readonly summary: {
    readonly files: number;
    readonly resources: number;
    readonly coverage: JsonObject;
    readonly bySeverity: Readonly<Record<string, number>>;
  };
}

interface ReportedFinding {
  readonly file: string;
  readonly code: string;
  readonly consequence: string;
  readonly severity: string;
  readonly target?: string;
  readonly resource?: string;
  readonly path: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly source: string;
  readonly fixes: readonly { readonly title: string; readonly kind: string }[];
}

const order = ['error', 'warning', 'information', 'hint'];

/** The findings of targets on manifests, like `kubecompat check`; the most severe first. */
export async function check(input: Input<'check'>, ground: ToolFileAccess): Promise<JsonObject> {
  const flags = ['--format=json', ...repeated('target', input.targets)];
  const { out, problems } = await runOn(ground, 'check', input, flags);
  const { targets, findings, notJudged, summary }: Report = JSON.parse(out);
  const rank = ({ severity }: ReportedFinding) => order.indexOf(severity);
  const sorted = [...findings].sort((a, b) => rank(a) - rank(b));
  return {
    targets: targets.map(({ name }) => name),
    files: summary.files,
    resources: summary.resources,
    found: findings.length,
    bySeverity: summary.bySeverity,
    findings: sorted.slice(0, input.limit).map(shown),
    notChecked: notJudged.slice(0, input.limit),
    coverage: summary.coverage,
    problems,
  };
}

/** Lines and columns are counted from 1, as people and command lines do. */
function shown({ range: { start }, fixes, ...finding }: ReportedFinding): JsonObject {
  const { file, target, resource, code, severity, consequence, path, message, why, remedy, source } = finding;
  return {
    file,
    line: start.line + 1,
    column: start.character + 1,
    ...(resource === undefined ? {} : { resource }),
    ...(target === undefined ? {} : { target }),
    ...{ code, severity, consequence, path, message, why, remedy, source },
    fixes: fixes.map(({ title, kind }) => ({ title, kind })),
  };
}
