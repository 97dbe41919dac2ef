import { joinedParamWords, mayHoldParams, type ParamWords, paramWordsIn } from '../../admission/paramFiles.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { type FoundFile, reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { type DefinitionFile, definitionFile } from './definitionFile.ts';
import { SurroundingDefinitions } from './surroundingDefinitions.ts';

/** Where to look for definitions. */
export interface DefinitionSearch {
  readonly cwd: string;
  /** The paths that a run is about, relative to `cwd`. */
  readonly paths: readonly string[];
  /** The files that were found under them. */
  readonly files: readonly FoundFile[];
  /** The texts that came through standard input, by their absolute paths. */
  readonly texts: ReadonlyMap<string, string>;
  readonly catalog: Catalog;
  /** Called with each scanned text, including the surrounding workspace. */
  readonly onText?: (path: string, text: string) => void;
}

/**
 * The files that may have CustomResourceDefinitions or objects that admission depends on, by their texts: those of a
 * run, and if it covers a part of a workspace, those of the surrounding workspace.
 */
export function findDefinitions({
  cwd,
  paths,
  files,
  texts,
  catalog,
  onText,
}: DefinitionSearch): readonly DefinitionFile[] {
  const surroundings = new SurroundingDefinitions(cwd, new Set(files.map(({ path }) => path)));
  const isPart = texts.size > 0 || surroundings.holds(paths);
  let wantsMore = false;
  const referred: ParamWords[] = [];
  const scan = (path: string, text: string) => {
    onText?.(path, text);
    const params = paramWordsIn(text);
    if (params !== undefined) referred.push(params);
  };
  const readFile = (found: FoundFile, text: string, isOnDisk: boolean): readonly DefinitionFile[] => {
    scan(found.path, text);
    wantsMore ||= isPart && (mayBeAdmitted(text) || namesCustomGroup(text, catalog));
    const file = definitionFile(found, text, isOnDisk);
    return file === undefined ? [] : [file];
  };
  const definitionFiles = files.flatMap((found) => {
    const content = readText(found.path);
    return content.ok ? readFile(found, content.text, true) : [];
  });
  const given = [...texts].flatMap(([path, text]) => readFile({ path, file: reportName(path, cwd) }, text, false));
  const found = [...definitionFiles, ...given, ...(wantsMore ? surroundings.search(scan) : [])];
  const words = joinedParamWords(referred);
  if (words === undefined) return found;
  const all = [...files, ...[...texts.keys()].map((path) => ({ path, file: reportName(path, cwd) }))];
  return withParamFiles(found, words, all, texts);
}

/** The same files, and those with parameters that policies refer to. */
export function withParamFiles(
  found: readonly DefinitionFile[],
  words: ParamWords,
  all: readonly FoundFile[],
  texts: ReadonlyMap<string, string>,
): readonly DefinitionFile[] {
  const textOf = (path: string): string => {
    const given = texts.get(path);
    const content = given === undefined ? readText(path) : { ok: true as const, text: given };
    return content.ok ? content.text : '';
  };
  const known = new Map(found.map((file) => [file.path, file]));
  for (const { path, file } of all) {
    const definitionFile = known.get(path);
    if (definitionFile?.admission === 'rules' || !mayHoldParams(textOf(path), words)) continue;
    const groups: ReadonlySet<string> = new Set();
    known.set(path, { ...(definitionFile ?? { path, file, text: texts.get(path), groups }), admission: 'parameters' });
  }
  return [...known.values()];
}

/** Whether a text may have objects, which plugins of the server judge by others. */
function mayBeAdmitted(text: string): boolean {
  return text.includes('apiVersion') && text.includes('kind');
}

/** The group in an object, or in the selector of a kustomization. */
const groupNamed = /\b(?:apiVersion["']?\s*:\s*["']?([\w.-]+)\/|group["']?\s*:\s*["']?([\w.-]+))/g;

function namesCustomGroup(text: string, catalog: Catalog): boolean {
  for (const [, group, selected = ''] of text.matchAll(groupNamed)) {
    if (!catalog.isBuiltInGroup(group ?? selected)) return true;
  }
  return false;
}
