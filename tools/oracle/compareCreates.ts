import { analyze } from '../../server/src/analyze.ts';
import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import type { Finding } from '../../server/src/finding.ts';
import { formatTarget } from '../../server/src/targets/format.ts';
import type { Answer } from '../../test/conformance/answers.ts';
import { compare } from '../../test/conformance/judge.ts';
import { inputs } from '../../test/harness/inputs.ts';
import type { Disagreement } from './disagreements.ts';
import type { AskedDocument } from './documents.ts';
import { fixtureOf } from './fixture.ts';

/** Metrics that are about a finding which the server contradicts. */
const falseAlarms: ReadonlySet<string> = new Set(['no-false-alarm', 'extra-fields']);

/** Codes of findings that a dry run cannot confirm: the limit of etcd, and the path that a client makes of its apiVersion. */
const beyondDryRuns: ReadonlySet<string> = new Set(['too-large', 'overwritten-api']);

/** Internal errors of the server, and conflicts with its objects: nothing is compared. */
const troubled = /^\d+$/;

/** The disagreements between the findings on a document and a server's answer; none if they cannot be compared. */
export function compareCreate(
  { text, kind }: AskedDocument,
  answer: Answer,
  surface: ApiSurface,
  setting: string,
): readonly Disagreement[] {
  if (troubled.test(answer.verdict)) return [];
  const analysis = analyze(text, inputs('asked.yaml', [surface]));
  const findings = [
    ...analysis.documentFindings.map(({ finding }) => finding),
    ...analysis.resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings)),
  ].filter(({ code }) => !beyondDryRuns.has(code));
  // A build fills it in before it is sent.
  if (findings.some(({ consequence }) => consequence === 'build-dependent')) return [];
  const target = formatTarget(surface.target);
  return compare(answer, kind, findings, analysis.resources.length > 0)
    .filter(({ agrees }) => !agrees)
    .map(({ metric, about, detail }) => ({
      rule: falseAlarms.has(metric) ? `${metric} ${codesIn(findings, detail)}` : metric,
      about,
      detail,
      setting,
      isFalseAlarm: falseAlarms.has(metric),
      fixture: fixtureOf({ target, text, answer, findings }),
    }));
}

/** The codes of the findings whose messages a comparison names. */
function codesIn(findings: readonly Finding[], detail: string): string {
  const named = findings.filter(({ message }) => detail.includes(message)).map(({ code }) => code);
  return [...new Set(named)].sort().join(' ');
}
