import type { Dirent } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  expectedByName,
  generatorParts,
  type TestedFiles,
  testedFiles,
  testFileNames,
} from '../../kustomize/expectations.ts';
import { noTest, type TestContext } from '../../kustomize/fileContext.ts';
import type { Manifest } from '../../manifest/manifest.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { inFolder } from '../disk/inFolder.ts';
import { isBelow } from '../disk/isBelow.ts';
import { readText } from '../disk/readFile.ts';
import { readFolder, statOf } from '../disk/trackedFs.ts';
import { derived } from '../ground/derived.ts';

/** Tests name files of their own folder or a few levels below. */
const maxFolders = 3;

/** Names of folders with tests. */
const ofTests = /(?:test|e2e|chainsaw)/i;

/** Larger tests are written by programs. */
const largest = 1024 * 1024;

/**
 * The files that tests expect, and those from which generators use parts of objects, by the tests and kustomizations in
 * their folders and parents. Each is read once.
 */
export class TestFiles {
  readonly #generatorsOf: (folder: string) => readonly string[];

  /** @param generatorsOf gives the files and folders that the kustomization of a folder has generators in, absolute. */
  constructor(generatorsOf: (folder: string) => readonly string[]) {
    this.#generatorsOf = generatorsOf;
  }

  /** The context of a file from tests and generators. @param path absolute. */
  contextOf(path: string): TestContext {
    const byName = expectedByName(basename(path));
    if (byName !== undefined) return { ...noTest, expectedBy: byName };
    const { tests, parts } = this.#around(dirname(path));
    const holdsParts = parts.length > 0 && parts.some((part) => isBelow(path, part));
    if (tests.length === 0) return holdsParts ? { ...noTest, holdsParts } : noTest;
    // A file that is also sent is judged.
    const fillsExpressions = tests.some(({ sent }) => sent.has(path));
    const expectedBy = fillsExpressions ? undefined : tests.find(({ expected }) => expected.has(path))?.what;
    return { expectedBy, holdsParts, fillsExpressions };
  }

  /** The entries of a folder and its parents, and the tests directly below. */
  readonly #around = derived((folder: string) => {
    const tests = [...this.#testsBelow(folder)];
    const parts: string[] = [];
    let current = folder;
    for (let i = 0; i < maxFolders; i++) {
      tests.push(...this.#testsIn(current));
      parts.push(...this.#partsIn(current));
      if (dirname(current) === current) break;
      current = dirname(current);
    }
    return { tests, parts };
  });

  /** Tests share files in neighbouring folders; only folders with test names are searched. */
  #testsBelow(folder: string): readonly Tests[] {
    if (!ofTests.test(folder)) return [];
    return entriesIn(folder).flatMap((entry) => (entry.isDirectory() ? this.#testsIn(join(folder, entry.name)) : []));
  }

  readonly #partsIn = derived((folder: string): readonly string[] =>
    this.#generatorsOf(folder).flatMap((path) => {
      const manifest = readOf(path);
      return manifest === undefined ? [] : generatorParts(manifest).map((part) => resolve(folder, part));
    }),
  );

  readonly #testsIn = derived((folder: string): readonly Tests[] =>
    testFileNames.flatMap((name) => {
      const manifest = readOf(inFolder(folder, name));
      const files = manifest && testedFiles(name, manifest);
      return files === undefined ? [] : [resolved(files, folder)];
    }),
  );
}

/** The content of a hand-written file; undefined if there is none. */
function readOf(path: string): Manifest | undefined {
  const found = statOf(path);
  if (found === undefined || !found.isFile() || found.size > largest) return undefined;
  const content = readText(path);
  return content.ok ? readManifest(content.text) : undefined;
}

interface Tests {
  readonly what: string;
  readonly expected: ReadonlySet<string>;
  readonly sent: ReadonlySet<string>;
}

function resolved({ what, expected, sent }: TestedFiles, folder: string): Tests {
  const all = (files: readonly string[]) => new Set(files.map((file) => resolve(folder, file)));
  return { what, expected: all(expected), sent: all(sent) };
}

/** The entries of a folder; none if it does not exist, as for an unsaved document. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readFolder(folder);
  } catch {
    return [];
  }
}
