import type { Dirent } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import type { ChartText } from '../../helm/chartTexts.ts';
import { readText } from '../disk/readFile.ts';
import { pathExists, readFolder, statOf } from '../disk/trackedFs.ts';
import { archivedFiles, isChartArchive } from './chartArchive.ts';
import { isRenderable } from './renderCharts.ts';

/** More than any chart has: further files are skipped. */
const maxFiles = 3_000;
const maxBytes = 32 * 1024 * 1024;

/** Whether a file holds templates or definitions of a chart, by its name. */
export function isPartOfChart(path: string): boolean {
  return /[\\/](?:templates|crds)[\\/]/.test(path);
}

/** The folder of the chart that contains a template; undefined for other files. Only looks at names. */
export function chartFolderOf(path: string): string | undefined {
  // Most files are not below a templates folder: a cheap test.
  if (!path.includes('templates')) return undefined;
  let folder = dirname(path);
  for (let parent = dirname(folder); parent !== folder; parent = dirname(folder)) {
    if (basename(folder) === 'templates' && pathExists(join(parent, 'Chart.yaml'))) return parent;
    folder = parent;
  }
  return undefined;
}

/** The outermost parent of a sub-chart, or the chart itself: sub-charts share the named templates of their parents. */
export function outermostChart(chart: string): string {
  const charts = dirname(chart);
  const parent = dirname(charts);
  return basename(charts) === 'charts' && pathExists(join(parent, 'Chart.yaml')) ? outermostChart(parent) : chart;
}

/** The folder of the chart whose template or Chart.yaml a file is; a sub-chart belongs to its parent. */
export function renderableChartOf(path: string): string | undefined {
  const chartFolder = basename(path) === 'Chart.yaml' ? dirname(path) : chartFolderOf(path);
  const root = chartFolder && outermostChart(chartFolder);
  return root !== undefined && isRenderable(join(root, 'Chart.yaml')) ? root : undefined;
}

/**
 * A stamp of everything a chart is rendered from: the files of its folder, and some others, with sizes and modification
 * times.
 */
export function chartStamp(folder: string, others: readonly string[]): string {
  const files = new TemplateFiles();
  files.addAll(folder, 0);
  for (const file of others) files.addFile(file);
  return files.stamp;
}

/** Sub-charts in sub-charts: deeper ones are left out. */
const deepest = 20;

/** The templates of a chart, those of sub-charts first. Links are not followed. */
export class TemplateFiles {
  readonly #files: { readonly path: string; readonly size: number; readonly changed: number }[] = [];
  #bytes = 0;

  addChart(folder: string, depth: number): void {
    if (depth > deepest) return;
    for (const entry of list(join(folder, 'charts'))) {
      const path = join(folder, 'charts', entry.name);
      if (entry.isDirectory() && pathExists(join(path, 'Chart.yaml'))) this.addChart(path, depth + 1);
      else if (entry.isFile() && isChartArchive(entry.name)) this.addFile(path);
    }
    this.#addFolder(join(folder, 'templates'), depth);
  }

  #addFolder(folder: string, depth: number): void {
    if (depth > deepest) return;
    for (const entry of list(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.#addFolder(path, depth + 1);
      else if (entry.isFile() && /\.(?:ya?ml|tpl|txt)$/.test(entry.name)) this.addFile(path);
    }
  }

  /** Adds every file, whatever its name. */
  addAll(folder: string, depth: number): void {
    if (depth > deepest) return;
    for (const entry of list(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.addAll(path, depth + 1);
      else this.addFile(path);
    }
  }

  addFile(path: string): void {
    const stat = statOf(path);
    if (stat === undefined || this.#files.length >= maxFiles || this.#bytes + stat.size > maxBytes) return;
    this.#bytes += stat.size;
    this.#files.push({ path, size: stat.size, changed: stat.mtimeMs });
  }

  get stamp(): string {
    return this.#files.map(({ path, size, changed }) => [path, size, changed].join(sep)).join('\n');
  }

  texts(): readonly string[] {
    return this.read().map(({ text }) => text);
  }

  /** The files with their texts; archived ones with the path of the archive. */
  read(): readonly ChartText[] {
    return this.#files.flatMap(({ path }): readonly ChartText[] => {
      if (isChartArchive(path)) {
        const inside = archivedFiles(path).filter(({ name }) => isTemplate.test(name));
        return inside.map(({ text }) => ({ path, text, isPacked: true }));
      }
      const content = readText(path);
      return content.ok ? [{ path, text: content.text, isPacked: false }] : [];
    });
  }
}

const isTemplate = /(?:^|\/)templates\//;

function list(folder: string): readonly Dirent[] {
  try {
    return readFolder(folder).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
