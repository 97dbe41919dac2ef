import { basename, dirname, join } from 'node:path';
import type { ChartDocument, ChartText, ChartTexts, ValuesFile } from '../../helm/chartTexts.ts';
import { readYamlDocument } from '../../manifest/read/readManifest.ts';
import { readText } from '../disk/readFile.ts';
import { namesIn, pathExists } from '../disk/trackedFs.ts';
import { archivedFiles, isChartArchive } from './chartArchive.ts';
import { chartName, dependenciesOf } from './chartDependencies.ts';
import { chartFolderOf, outermostChart, TemplateFiles } from './charts.ts';

/** The text of a file that is open in an editor. */
type OpenText = (path: string) => string | undefined;

/** Charts in charts: deeper ones are left out. */
const deepest = 10;
const maxValuesFiles = 200;

/**
 * The texts that the templates of a file's chart depend on; undefined for a file that is not a template. Open editor
 * texts take precedence.
 */
export function chartTextsAround(path: string, openText: OpenText): ChartTexts | undefined {
  const chartFolder = chartFolderOf(path);
  if (chartFolder === undefined) return undefined;
  const files = new TemplateFiles();
  files.addChart(outermostChart(chartFolder), 0);
  const templates = files.read().map((file): ChartText => {
    const open = file.isPacked ? undefined : openText(file.path);
    return open === undefined ? file : { ...file, text: open };
  });
  return {
    values: valuesOf(chartFolder, openText),
    schema: document(join(chartFolder, 'values.schema.json'), openText),
    description: document(join(chartFolder, 'Chart.yaml'), openText),
    templates,
  };
}

function valuesOf(chartFolder: string, openText: OpenText): readonly ValuesFile[] {
  const found: ValuesFile[] = [];
  const add = (file: ChartDocument | undefined, below: readonly string[], inFile: readonly string[]) => {
    if (file !== undefined && found.length < maxValuesFiles) found.push({ ...file, below, inFile });
  };
  const inFolder = (folder: string) => document(join(folder, 'values.yaml'), openText);
  // A parent's values override the sub-chart's own.
  const parents = parentsOf(chartFolder);
  for (const { folder, path } of parents.toReversed()) {
    const file = inFolder(folder);
    add(file, [], path);
    add(file, ['global'], ['global']);
  }
  add(inFolder(chartFolder), [], []);
  addSubCharts(chartFolder, [], 0, (file, below) => add(file, below, []), openText);
  return found;
}

interface Parent {
  readonly folder: string;
  /** The path from its values to those of the chart. */
  readonly path: readonly string[];
}

function parentsOf(chartFolder: string): readonly Parent[] {
  const parents: Parent[] = [];
  let path: readonly string[] = [];
  for (let folder = chartFolder; parents.length < deepest; ) {
    const charts = dirname(folder);
    const parent = dirname(charts);
    if (basename(charts) !== 'charts' || !pathExists(join(parent, 'Chart.yaml'))) break;
    const [name = basename(folder)] = namesOf(folder, parent);
    path = [name, ...path];
    parents.push({ folder: parent, path });
    folder = parent;
  }
  return parents;
}

/** The names of a sub-chart in its parent: its aliases, or else its name. */
function namesOf(folder: string, parent: string): readonly string[] {
  const name = chartName(folder) ?? basename(folder);
  const aliases = dependenciesOf(parent).flatMap((dependency) =>
    dependency.name === name ? (dependency.alias ?? []) : [],
  );
  return aliases.length > 0 ? aliases : [name];
}

function addSubCharts(
  folder: string,
  below: readonly string[],
  depth: number,
  add: (file: ChartDocument | undefined, below: readonly string[]) => void,
  openText: OpenText,
): void {
  if (depth > deepest) return;
  for (const entry of namesIn(join(folder, 'charts')).toSorted()) {
    const path = join(folder, 'charts', entry);
    if (isChartArchive(entry)) addPacked(path, below, add);
    else if (pathExists(join(path, 'Chart.yaml'))) {
      for (const name of namesOf(path, folder)) {
        add(document(join(path, 'values.yaml'), openText), [...below, name]);
        addSubCharts(path, [...below, name], depth + 1, add, openText);
      }
    }
  }
}

function addPacked(
  path: string,
  below: readonly string[],
  add: (file: ChartDocument | undefined, below: readonly string[]) => void,
): void {
  const files = new Map(archivedFiles(path).map(({ name, text }) => [name, text]));
  const name = /^name:[ \t]*["']?([\w.-]+)/m.exec(files.get('Chart.yaml') ?? '')?.[1];
  const text = files.get('values.yaml');
  if (name !== undefined && text !== undefined) add(documentOf({ path, text, isPacked: true }), [...below, name]);
}

function document(path: string, openText: OpenText): ChartDocument | undefined {
  const open = openText(path);
  if (open !== undefined) return documentOf({ path, text: open, isPacked: false });
  const content = pathExists(path) ? readText(path) : undefined;
  return content?.ok === true ? documentOf({ path, text: content.text, isPacked: false }) : undefined;
}

function documentOf(file: ChartText): ChartDocument {
  const root = readYamlDocument(file.text)?.root;
  return { ...file, root: root?.kind === 'map' ? root : undefined };
}
