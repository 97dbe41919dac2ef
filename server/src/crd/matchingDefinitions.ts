/** Something in a file; its absolute path, with `/` or `\`; undefined if it is in none. */
export interface WithPath {
  readonly path: string | undefined;
}

/**
 * The definitions, of several of one kind, that an object in a file may be meant for, by location: those in its own
 * file; else in its folder; else of its Helm chart (`crds/` beside `templates/`, which Helm installs together).
 * Otherwise, definitions of parallel trees are excluded: for `prod/crds` and `staging/crds`, folders that differ in one
 * name only, objects below `prod` use the first. Mere proximity decides nothing: old copies and test data are often
 * nearby.
 *
 * @param filePath the path of the object's file.
 */
export function matchingDefinitions<T extends WithPath>(definitions: readonly T[], filePath: string): readonly T[] {
  const fileParts = partsOf(filePath);
  const folder = fileParts.slice(0, -1);
  const chart = chartOf(folder, 'templates');
  const bonds: readonly ((parts: readonly string[]) => boolean)[] = [
    (parts) => isSame(parts, fileParts),
    (parts) => isSame(parts.slice(0, -1), folder),
    (parts) => chart !== undefined && isOfChart(parts.slice(0, -1), chart),
  ];
  const placed = definitions.map((definition) => ({
    definition,
    parts: definition.path === undefined ? undefined : partsOf(definition.path),
  }));
  for (const bond of bonds) {
    const bound = placed.filter(({ parts }) => parts !== undefined && bond(parts));
    if (bound.length > 0) return bound.map(({ definition }) => definition);
  }
  const taken = new Set(placed.flatMap(({ parts }) => (parts === undefined ? [] : parallelsTo(parts, folder))));
  return placed
    .filter(({ parts }) => parts === undefined || !taken.has(besideOf(parts.slice(0, -1), folder)))
    .map(({ definition }) => definition);
}

function partsOf(path: string): readonly string[] {
  return path.split(/[\\/]/);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index]);
}

/** The folder of the chart, seen from one of the folders that charts have. */
function chartOf(folder: readonly string[], name: string): readonly string[] | undefined {
  const index = folder.lastIndexOf(name);
  return index < 0 ? undefined : folder.slice(0, index);
}

/** Whether Helm installs definitions from a folder, of the chart or its sub-charts. */
function isOfChart(folder: readonly string[], chart: readonly string[]): boolean {
  if (!isSame(folder.slice(0, chart.length), chart)) return false;
  const rest = folder.slice(chart.length);
  while (rest[0] === 'charts') rest.splice(0, 2);
  return rest[0] === 'crds';
}

/** Every folder that differs from a definition's in one name only, with the other tree containing the object. */
function parallelsTo(parts: readonly string[], folder: readonly string[]): readonly string[] {
  const definitionFolder = parts.slice(0, -1);
  return Array.from({ length: common(definitionFolder, folder) }, (_, index) => keyOf(index, definitionFolder));
}

/** The one of these that a folder is, seen from the object. */
function besideOf(definitionFolder: readonly string[], folder: readonly string[]): string {
  return keyOf(common(definitionFolder, folder), definitionFolder);
}

/** The rest of a folder's path after a number of names and one ignored name. */
function keyOf(index: number, folder: readonly string[]): string {
  return `${index} ${folder.length > index} ${folder.slice(index + 1).join('/')}`;
}

function common(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((part, index) => part !== b[index]);
  return differs < 0 ? a.length : differs;
}
