import { join } from 'node:path';
import type { Chart, Dependency } from '../../helm/dependencies/disabledCharts.ts';
import { tableOf } from '../../helm/dependencies/values.ts';
import { entryFor, type MapNode, type Node, stringFor } from '../../manifest/node.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { readText } from '../disk/readFile.ts';
import { namesIn, pathExists } from '../disk/trackedFs.ts';
import { archivedFiles, isChartArchive } from './chartArchive.ts';

/** Charts in charts: deeper ones are left out. */
const deepest = 10;

/**
 * A chart with its sub-charts, including packed ones, limited to what decides which are enabled. A chart is located by
 * its folder, or by its archive and the path inside, absolute. Undefined if Helm would not load it.
 */
export function chartTree(folder: string): Chart | undefined {
  return chartAt(new FolderOfChart(folder), 0);
}

/** Where the files of a chart are. */
interface ChartFiles {
  readonly location: string;
  text(name: string): string | undefined;
  /** The charts in `charts/`. */
  charts(): readonly ChartFiles[];
}

function chartAt(files: ChartFiles, depth: number): Chart | undefined {
  const description = mapIn(files.text('Chart.yaml'));
  const name = description && stringFor(description, 'name');
  if (description === undefined || name === undefined) return undefined;
  const requirements = mapIn(files.text('requirements.yaml'));
  const charts = depth < deepest ? files.charts().flatMap((chart) => chartAt(chart, depth + 1) ?? []) : [];
  return {
    name,
    version: textFor(description, 'version'),
    dependencies: dependenciesIn(requirements) ?? dependenciesIn(description),
    values: tableOf(mapIn(files.text('values.yaml'))),
    charts,
    location: files.location,
  };
}

function dependenciesIn(description: MapNode | undefined): readonly Dependency[] | undefined {
  const list = description && entryFor(description, 'dependencies')?.value;
  if (list?.kind !== 'list') return undefined;
  return list.items.flatMap((item) => {
    if (item.kind !== 'map') return [];
    const tags = entryFor(item, 'tags')?.value;
    return {
      name: textFor(item, 'name'),
      version: textFor(item, 'version'),
      alias: textFor(item, 'alias'),
      condition: textFor(item, 'condition'),
      tags: tags?.kind === 'list' ? tags.items.flatMap(textOf) : [],
    };
  });
}

function textFor(map: MapNode, key: string): string {
  return stringFor(map, key) ?? '';
}

function textOf(node: Node): readonly string[] {
  return node.kind === 'scalar' && typeof node.value === 'string' ? [node.value] : [];
}

function mapIn(text: string | undefined): MapNode | undefined {
  const root = text === undefined ? undefined : readYamlDocument(text)?.root;
  return root?.kind === 'map' ? root : undefined;
}

/** Everything else in `charts/` is a chart (`pkg/chart/loader/load.go`). */
const passedOver = /^[_.]/;

class FolderOfChart implements ChartFiles {
  readonly location: string;

  constructor(folder: string) {
    this.location = folder;
  }

  text(name: string): string | undefined {
    const path = join(this.location, name);
    const content = pathExists(path) ? readText(path) : undefined;
    return content?.ok === true ? content.text : undefined;
  }

  charts(): readonly ChartFiles[] {
    const folder = join(this.location, 'charts');
    const names = namesIn(folder).filter((name) => !passedOver.test(name));
    return names.sort().map((name) => {
      const path = join(folder, name);
      return isChartArchive(name) ? new PartOfArchive(path, textsOf(path), '') : new FolderOfChart(path);
    });
  }
}

class PartOfArchive implements ChartFiles {
  readonly location: string;
  readonly #archive: string;
  readonly #texts: ReadonlyMap<string, string>;
  readonly #prefix: string;

  constructor(archive: string, texts: ReadonlyMap<string, string>, prefix: string) {
    this.location = join(archive, prefix);
    this.#archive = archive;
    this.#texts = texts;
    this.#prefix = prefix;
  }

  text(name: string): string | undefined {
    return this.#texts.get(`${this.#prefix}${name}`);
  }

  charts(): readonly ChartFiles[] {
    const start = `${this.#prefix}charts/`;
    const inner = [...this.#texts.keys()].filter((name) => name.startsWith(start));
    const names = new Set(inner.map((name) => name.slice(start.length).split('/')[0] ?? ''));
    return [...names]
      .filter((name) => !passedOver.test(name))
      .sort()
      .map((name) => new PartOfArchive(this.#archive, this.#texts, `${start}${name}/`));
  }
}

function textsOf(archive: string): ReadonlyMap<string, string> {
  return new Map(archivedFiles(archive).map(({ name, text }) => [name, text]));
}
