import { dirname, join, sep } from 'node:path';
import { turnedOff } from '../../helm/dependencies/turnedOff.ts';
import { mergeFiles, tableOf } from '../../helm/dependencies/values.ts';
import type { FileContext } from '../../kustomize/fileContext.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { isThere } from '../disk/looks.ts';
import { readText } from '../disk/readFile.ts';
import type { FileOutcome } from '../judging/judgeFile.ts';
import { chartTree } from './chartTree.ts';
import { isChartYaml } from './packedCharts.ts';
import { isRenderable } from './renderCharts.ts';

/** A sub-chart that the values of its chart turn off, so that Helm leaves it out. Plain data. */
export interface OffPlace {
  /** Its folder or archive, absolute. */
  readonly place: string;
  /** A sentence. */
  readonly detail: string;
}

/**
 * The sub-charts that Helm leaves out of the charts among some files.
 *
 * @param valuesOf the files of values, absolute, that a Chart.yaml's chart gets besides its own.
 */
export function offPlaces(
  paths: readonly string[],
  valuesOf: (chartYaml: string) => readonly string[],
): readonly OffPlace[] {
  return paths.flatMap((path) => {
    if (!isChartYaml(path) || !isThere(join(dirname(path), 'charts')) || !isRenderable(path)) return [];
    const tree = chartTree(dirname(path));
    const off = tree && turnedOff(tree, mergeFiles(valuesOf(path).map(tableIn)));
    return (off ?? []).map(({ place, name, because }) => ({
      place: withoutEnd(place),
      detail: sentence(name, because),
    }));
  });
}

/** Why a file, in an archive or not, is of no chart that Helm renders or installs. */
export function whyOff(path: string, off: readonly OffPlace[]): string | undefined {
  return off.find(({ place }) => path.startsWith(place + sep))?.detail;
}

/** What is said around a file, without what lies in packed charts that are off. */
export function withoutOff(context: FileContext, path: string, off: readonly OffPlace[]): FileContext {
  const { packedFiles = [] } = context;
  if (packedFiles.length === 0 || off.length === 0) return context;
  const kept = packedFiles.filter(({ name }) => whyOff(join(dirname(path), name), off) === undefined);
  return { ...context, packedFiles: kept };
}

/** The outcome of a file of a chart that is off: what it defines is known, and nothing is said of it. */
export function asOff(outcome: FileOutcome, file: string, detail: string): FileOutcome {
  const { documents, resources, notJudged } = outcome.report;
  const others = notJudged.filter(({ reason }) => reason === 'not-a-resource');
  const judged = [...resources, ...notJudged.filter((entry) => !others.includes(entry))];
  const seen = new Set(judged.map(({ document = 0 }) => document));
  const entries = [...seen].map((document) => ({ file, document, reason: 'sub-chart-off' as const, detail }));
  const report = { documents, resources: [], findings: [], notJudged: [...entries, ...others], suppressed: 0 };
  return { ...outcome, report, source: undefined, problem: undefined };
}

function sentence(name: string, because: string | undefined): string {
  if (because === undefined) return `The sub-chart ${name} is in one that is off, so that Helm leaves it out`;
  return `The sub-chart ${name} is off, so that Helm leaves it out: ${because} in the values of its chart`;
}

function withoutEnd(place: string): string {
  return place.endsWith(sep) ? place.slice(0, -1) : place;
}

function tableIn(file: string) {
  const content = readText(file);
  return tableOf(content.ok ? readYamlDocument(content.text)?.root : undefined);
}
