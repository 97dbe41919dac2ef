import { type AnalyzeOptions, analyze } from '../analyze.ts';
import { isDefinition, readDefinition } from '../crd/readDefinition.ts';
import type { Analysis } from '../judge/analysis.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type FileReport, reportFile } from '../report/buildReport.ts';
import { parseGroupVersion } from '../target/groupVersion.ts';
import type { DecodedBytes } from './decodeBytes.ts';
import type { FileSettings } from './targetSelection.ts';

/** What became of a file: its part of the report, and what people should be told. Plain data. */
export interface FileOutcome {
  readonly report: FileReport;
  /** The text, where it was asked for and there are findings to show in it. */
  readonly source: string | undefined;
  readonly customKinds: CustomKindsOfFile;
  /** The documents of a second look that were judged in part. */
  readonly partly?: ReadonlySet<number>;
  /** Why it could not be judged, and what to do about that. */
  readonly problem: { readonly message: string; readonly remedy: string } | undefined;
}

/** A kind in whatever version. */
export interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/** What a file has to do with custom resources. */
export interface CustomKindsOfFile {
  /** The kinds that it has CustomResourceDefinitions of. */
  readonly defined: readonly GroupKind[];
  /** The API groups of resources that were not judged, because nothing defines them. */
  readonly undefined: readonly string[];
}

const noCustomKinds: CustomKindsOfFile = { defined: [], undefined: [] };

/**
 * Judges what was read of a file. Whatever goes wrong concerns this file alone.
 */
export function judgeFile(
  file: string,
  content: DecodedBytes,
  { surfaces, severity }: FileSettings,
  keepSource: boolean,
  options: AnalyzeOptions,
): FileOutcome {
  if (!content.ok) return notJudged(file, 'unreadable', content.message, content.remedy);
  try {
    const analysis = analyze(content.text, file, surfaces, options);
    const report = reportFile({ file, analysis, surfaces, severity });
    const source = keepSource && report.findings.length > 0 ? content.text : undefined;
    const { partly } = analysis;
    const customKinds = customKindsOf(analysis, file);
    return { report, source, customKinds, ...(partly === undefined ? {} : { partly }), problem: undefined };
  } catch (error) {
    // The analysis throws on no input; should it do so all the same, the other files are still judged.
    const what = error instanceof Error ? error.message : String(error);
    const message = `could not be judged because of a mistake in kubecompat: ${what}`;
    return notJudged(file, 'internal-error', message, 'please report it, with the file if you may share it');
  }
}

function notJudged(
  file: string,
  reason: 'unreadable' | 'internal-error',
  message: string,
  remedy: string,
): FileOutcome {
  const report = {
    documents: 0,
    resources: [],
    findings: [],
    notJudged: [{ file, reason, detail: message }],
    suppressed: 0,
  };
  return { report, source: undefined, customKinds: noCustomKinds, problem: { message, remedy } };
}

const unknownStates: ReadonlySet<string> = new Set(['custom', 'custom-kind-unknown']);

/** The common answer, that there is nothing of the kind, costs a look at each resource. */
function customKindsOf({ resources }: Analysis, file: string): CustomKindsOfFile {
  const defined: GroupKind[] = [];
  const unknown = new Set<string>();
  for (const { resource, verdicts } of resources) {
    if (verdicts.some(({ availability }) => unknownStates.has(availability.state))) {
      const group = resource.part?.of === undefined ? groupOf(resource) : resource.part.of.group;
      if (group !== undefined) unknown.add(group);
    } else if (resource.part === undefined && resource.embedded === undefined && isDefinition(resource)) {
      const origin = { label: file, file: { name: file, document: resource.document }, isPartial: false };
      const definition = readDefinition(resource, origin);
      if (definition !== undefined) defined.push({ group: definition.group, kind: definition.kind });
    }
  }
  return unknown.size + defined.length === 0 ? noCustomKinds : { defined, undefined: [...unknown] };
}

function groupOf({ apiVersion }: Resource): string {
  return parseGroupVersion(apiVersion)?.group ?? '';
}
