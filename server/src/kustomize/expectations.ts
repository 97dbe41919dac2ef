import table from '../../data/authored/expectations.json' with { type: 'json' };
import type { Manifest } from '../manifest/manifest.ts';
import { type Node, stringFor } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';

/** A tool whose tests name files with expectations. */
interface TestTool {
  readonly what: string;
  readonly files?: string;
  readonly tests?: readonly string[];
  readonly expected?: readonly string[];
  readonly sent?: readonly string[];
  readonly file?: string;
}

const tools: readonly TestTool[] = table.tools;

/** The names of the files that tests are written in. */
export const testFileNames: readonly string[] = tools.flatMap(({ tests = [] }) => tests);

/** The tool whose tests expect the content of a file, by its name alone; undefined for most names. */
export function expectedByName(name: string): string | undefined {
  return namedFiles.find(({ files }) => files.test(name))?.what;
}

const namedFiles = tools.flatMap(({ what, files }) =>
  files === undefined ? [] : [{ what, files: new RegExp(files) }],
);

/** The files that a test names, as it names them. */
export interface TestedFiles {
  readonly what: string;
  /** The files with objects that the test compares with those of the cluster. */
  readonly expected: readonly string[];
  /** The files whose objects the test creates, changes or deletes in the cluster. */
  readonly sent: readonly string[];
}

/** Reads the files that tests name. @param name the name of their file. */
export function testedFiles(name: string, { documents }: Manifest): TestedFiles | undefined {
  const tool = tools.find(({ tests = [] }) => tests.includes(name));
  if (tool === undefined) return undefined;
  const roots = documents.flatMap(({ root }) => root ?? []);
  const named = (keys: readonly string[] = []) => roots.flatMap((root) => filesAt(root, keys, tool.file ?? 'file'));
  return { what: tool.what, expected: named(tool.expected), sent: named(tool.sent) };
}

/** The files and folders whose objects a Kustomize generator embeds, as named in its configuration. */
export function generatorParts({ documents }: Manifest): readonly string[] {
  return documents.flatMap(({ root }) => {
    if (root?.kind !== 'map') return [];
    const generators = table.generators.filter(
      ({ apiVersion, kind }) => stringFor(root, 'apiVersion') === apiVersion && stringFor(root, 'kind') === kind,
    );
    const nodes = generators.flatMap(({ parts }) => parts.flatMap((path) => nodesAt(root, path)));
    return nodes.flatMap(({ node }) => (node.kind === 'scalar' && node.value !== null ? [String(node.value)] : []));
  });
}

/** The files in the fields with some names, at any depth. */
function filesAt(node: Node, keys: readonly string[], file: string): readonly string[] {
  if (node.kind === 'list') return node.items.flatMap((item) => filesAt(item, keys, file));
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => {
    const fileName = keys.includes(key) && value.kind === 'map' ? stringFor(value, file) : undefined;
    return fileName === undefined ? filesAt(value, keys, file) : [fileName];
  });
}
