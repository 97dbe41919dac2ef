import { join } from 'node:path';
import { entryFor, type MapNode, stringFor } from '../../manifest/node.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { readText } from '../disk/readFile.ts';
import { namesIn, pathExists } from '../disk/trackedFs.ts';
import { isChartArchive } from './chartArchive.ts';

/** A dependency that a Chart.yaml names. */
export interface ChartDependency {
  readonly name: string;
  /** Its alias in the chart, if it has one. */
  readonly alias: string | undefined;
}

/** The dependencies that a Chart.yaml, or the requirements.yaml of older charts, names; none if it has no such file. */
export function dependenciesOf(folder: string): readonly ChartDependency[] {
  return ['Chart.yaml', 'requirements.yaml'].flatMap((file) => {
    const list = rootOf(join(folder, file));
    const value = list === undefined ? undefined : entryFor(list, 'dependencies')?.value;
    if (value?.kind !== 'list') return [];
    return value.items.flatMap((item) => {
      const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
      return item.kind === 'map' && name !== undefined ? [{ name, alias: stringFor(item, 'alias') }] : [];
    });
  });
}

/** The name in a chart's Chart.yaml. */
export function chartName(folder: string): string | undefined {
  const root = rootOf(join(folder, 'Chart.yaml'));
  return root && stringFor(root, 'name');
}

/**
 * The dependencies of a chart that are missing from its folder `charts`, by name: Helm renders nothing without them.
 */
export function absentDependencies(folder: string): readonly string[] {
  const wanted = dependenciesOf(folder).map(({ name }) => name);
  if (wanted.length === 0) return [];
  const present = namesIn(join(folder, 'charts'));
  const archives = present.filter(isChartArchive);
  const isThere = (name: string) =>
    present.some((candidate) => candidate === name || chartName(join(folder, 'charts', candidate)) === name) ||
    archives.some((file) => file.startsWith(`${name}-`));
  return wanted.filter((name) => !isThere(name));
}

function rootOf(file: string): MapNode | undefined {
  const content = pathExists(file) ? readText(file) : undefined;
  const root = content?.ok === true ? readYamlDocument(content.text)?.root : undefined;
  return root?.kind === 'map' ? root : undefined;
}
