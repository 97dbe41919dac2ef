import { generalPolicy, levelOf, type SeverityPolicy } from '../config/severity.ts';
import { type Finding as FoundByCheck, severities } from '../finding.ts';
import type { Analysis as WholeAnalysis } from '../judge/analysis.ts';
import type { Resource as ReadResource } from '../manifest/manifest.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { optionsIn, wordIn } from './arguments.ts';
import type { Analysis, AnalyzeOptions, Finding, Resource } from './types.ts';

const levels = [...severities, 'off'] as const;

/** The caller's severities. Throws a TypeError for a non-string, a RangeError for an unknown one. */
export function policyOf(given: AnalyzeOptions['severity']): SeverityPolicy {
  return generalPolicy(
    new Map(
      Object.entries(optionsIn(given)).map(([code, written]) => {
        return [code, wordIn(`severity.${code}`, written, levels)];
      }),
    ),
  );
}

/** The analysis of a text, in the package's types. */
export function publicAnalysis(text: string, analysis: WholeAnalysis, severity: SeverityPolicy): Analysis {
  const lines = new LineIndex(text);
  const findings: Finding[] = [];
  const add = (found: FoundByCheck, target: string | undefined, resource: Resource | undefined) => {
    const level = levelOf(severity, found, target);
    if (level === 'off') return;
    const { code, consequence, path, span, message, why, remedy, source } = found;
    const fixes = () =>
      found.fixes().map(({ title, kind, edits, left }) => ({
        title,
        kind,
        left,
        edits: edits.map(({ span, newText }) => ({ range: lines.range(span), newText })),
      }));
    const fields = { code, consequence, severity: level, path, message, why, remedy, source };
    findings.push({ ...fields, target, resource, range: lines.range(span), fixes });
  };
  for (const { finding, target } of analysis.documentFindings) add(finding, target, undefined);
  const resources = analysis.resources.map(({ resource: read, verdicts }) => {
    const resource = publicResource(read, text, lines);
    for (const { surface, findings: found } of verdicts)
      for (const finding of found) add(finding, surface.name, resource);
    return resource;
  });
  const notJudged = analysis.notJudged.map(({ document, reason, detail }) => ({ document, reason, detail }));
  return { resources, findings, notJudged };
}

/** A resource of a text, in the types of the package. */
export function publicResource(read: ReadResource, text: string, lines = new LineIndex(text)): Resource {
  const { apiVersion, kind, name, namespace, document, apiVersionSpan } = read;
  return { apiVersion, kind, name, namespace, document, range: lines.range(apiVersionSpan) };
}
