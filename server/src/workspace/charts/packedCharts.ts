import { basename, dirname, join } from 'node:path';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { readFolder } from '../disk/trackedFs.ts';
import { type ArchivedFile, archivedFiles, isChartArchive } from './chartArchive.ts';

/** A packed chart beside a Chart.yaml. */
export interface PackedChart {
  /** From the folder of the Chart.yaml on, with `/`. */
  readonly archive: string;
  readonly files: readonly ArchivedFile[];
}

/** The packed charts in the folder `charts` of a chart, in the order of their names. */
export function packedCharts(folder: string): readonly PackedChart[] {
  const names = archivesIn(join(folder, 'charts'));
  return names.map((name) => ({ archive: `charts/${name}`, files: archivedFiles(join(folder, 'charts', name)) }));
}

/**
 * The files in `crds/` of packed charts beside a Chart.yaml, which Helm installs unrendered; paths are relative to the
 * folder. Returns the same objects while the archives are unchanged.
 */
export function packedDefinitionFiles(folder: string): readonly ArchivedFile[] {
  return packedCharts(folder).flatMap(({ archive, files }) =>
    getOrInsertComputed(definitions, files, () =>
      files.flatMap(({ name, text }) =>
        /^(?:charts\/[^/]+\/)*crds\//.test(name) ? [{ name: `${archive}/${name}`, text }] : [],
      ),
    ),
  );
}

/** The templates in packed charts beside a Chart.yaml, those of their sub-charts first. */
export function packedTemplates(folder: string): readonly ArchivedFile[] {
  return packedCharts(folder).flatMap(({ archive, files }) =>
    files.flatMap(({ name, text }) =>
      /^(?:charts\/[^/]+\/)*templates\//.test(name) ? [{ name: `${archive}/${name}`, text }] : [],
    ),
  );
}

const definitions = new WeakMap<readonly ArchivedFile[], readonly ArchivedFile[]>();

/** Whether a file describes a chart, beside which packed ones may be. */
export function isChartYaml(path: string): boolean {
  return path.endsWith('Chart.yaml') && basename(path) === 'Chart.yaml';
}

/**
 * The CustomResourceDefinitions in packed charts beside a Chart.yaml.
 *
 * @param file the name of the Chart.yaml in reports.
 */
export function definitionsInPacked(path: string, file: string): readonly CustomDefinition[] {
  const folder = dirname(file);
  return packedDefinitionFiles(dirname(path)).flatMap(({ name, text }) =>
    definitionsIn(text, folder === '.' ? name : `${folder}/${name}`, join(dirname(path), name)),
  );
}

function archivesIn(folder: string): readonly string[] {
  try {
    const entries = readFolder(folder);
    return entries.flatMap((entry) => (entry.isFile() && isChartArchive(entry.name) ? [entry.name] : [])).sort();
  } catch {
    return [];
  }
}
