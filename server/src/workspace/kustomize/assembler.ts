import { resolve } from 'node:path';
import {
  addsResources,
  assembledFor,
  type Brought,
  clashesIn,
  outputResources,
  resourcesOf,
  withGenerated,
} from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import type { Variables } from '../../kustomize/declaredVariables.ts';
import type { Node } from '../../manifest/node.ts';
import { nodesAt } from '../../manifest/nodesAt.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { formatPath } from '../../text/fieldPath.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived } from '../ground/derived.ts';
import { keptTexts, keptTrees } from '../ground/keptAnswers.ts';
import type { ReadText } from './handWritten.ts';

/** Maximum nesting depth of kustomizations. */
const deepest = 16;

/** A kustomization with more resources is skipped. */
const maxResources = 5_000;

/** Components are put onto each thing that takes them: more often than that none is. */
const maxPuts = 500;

/** Larger files are not hand-written. */
const largest = 4 * 1024 * 1024;

/** A kustomization that is put together. */
export interface Kustomized {
  readonly root: Node;
  /** Its file, absolute. */
  readonly file: string;
  /** Whether it is not valid YAML. */
  readonly isBroken: boolean;
  /** Whether it is a component, built only into others. */
  readonly isComponent: boolean;
}

/** Another input of a kustomization. */
interface Built {
  readonly resources: readonly AssembledResource[];
  readonly isComplete: boolean;
  readonly variables: readonly Variables[];
}

/** Assembles the inputs of kustomizations, as far as files show them; the last results are cached. */
export class Assembler {
  readonly #kustomization: (folder: string) => Kustomized | undefined;
  readonly #readText: ReadText;
  /** How deep the folder that is being assembled is nested. */
  #depth = 0;
  #puts = 0;

  /**
   * @param kustomization the kustomization of a folder, if it has one.
   * @param read the texts of files.
   */
  constructor(kustomization: (folder: string) => Kustomized | undefined, read: ReadText) {
    this.#kustomization = kustomization;
    this.#readText = read;
  }

  /** The assembled resources of a folder's kustomization; undefined for components, which are assembled in others. */
  of(folder: string): Assembled | undefined {
    const known = this.#kustomization(folder);
    if (known === undefined || known.isComponent) return undefined;
    this.#puts = 0;
    return this.#at(folder);
  }

  /** The resources of a file, unchanged; undefined if unreadable. */
  fileAt(path: string): readonly AssembledResource[] | undefined {
    return this.#resource(path)?.resources;
  }

  /** The documents of a file; undefined if they cannot be read. */
  readonly documentsAt = derived((path: string) => documentsOf(path, this.#readText), {
    store: keptTrees<readonly Node[] | undefined>((documents) => documents ?? []),
  });

  readonly #at = derived((folder: string) => this.#put(folder, { resources: [], isComplete: true, variables: [] }), {
    store: keptTrees<Assembled | undefined>(treesOf),
    // A kustomization that builds on itself is unknown.
    inCycle: { value: undefined },
  });

  /** @param before the resources that a component is added to. */
  #put(folder: string, before: Built): Assembled | undefined {
    this.#depth++;
    try {
      return this.#assemble(folder, before);
    } finally {
      this.#depth--;
    }
  }

  #assemble(folder: string, before: Built): Assembled | undefined {
    const kustomization = this.#kustomization(folder);
    if (kustomization === undefined || kustomization.isBroken) return undefined;
    if (this.#depth > deepest + 1 || this.#puts++ > maxPuts) return undefined;
    const { root } = kustomization;
    let built = before;
    const add = (more: Built | undefined) => {
      const resources = [...built.resources, ...(more?.resources ?? [])];
      const variables = [...built.variables, ...(more?.variables ?? [])];
      built = { resources, isComplete: built.isComplete && more?.isComplete === true, variables };
    };
    const brought: Brought[] = [];
    for (const { node, path: entry } of ['resources[]', 'bases[]'].flatMap((field) => nodesAt(root, field))) {
      const path = resolve(folder, textOf(node));
      const more = this.#resource(path);
      const isBuilt = statOf(path)?.isDirectory() === true;
      brought.push({ entry: formatPath(entry), isBuilt, resources: more?.resources ?? [] });
      add(more);
      if (built.resources.length > maxResources) return undefined;
    }
    if (root.kind === 'map') {
      const isComplete = built.isComplete && !addsResources(root);
      const text = (path: string) => this.textAt(resolve(folder, path));
      built = { ...built, resources: withGenerated(root, built.resources, text), isComplete };
    }
    for (const path of textsAt(root, 'components[]')) {
      const put = this.#put(resolve(folder, path), built);
      // An unknown component may change anything.
      if (put === undefined) return undefined;
      built = { resources: outputResources(put), isComplete: put.isComplete, variables: [put.variables] };
    }
    const at = (path: string) => resolve(folder, path);
    return assembledFor(
      root,
      { ...built, clashes: clashesIn(brought) },
      { file: kustomization.file, read: (path) => this.documentsAt(at(path)), at },
    );
  }

  #resource(path: string): Built | undefined {
    const found = statOf(path);
    if (found?.isDirectory() === true) {
      const assembled = this.#at(path);
      if (assembled === undefined) return undefined;
      const { isComplete, variables } = assembled;
      return { resources: outputResources(assembled), isComplete, variables: [variables] };
    }
    return found === undefined || found.size > largest ? undefined : this.#fileAt(path);
  }

  readonly #fileAt = derived(
    (path: string): Built | undefined => {
      const content = this.#readText(path);
      return content.ok ? { ...resourcesOf(readManifest(content.text), path), variables: [] } : undefined;
    },
    { store: keptTrees<Built | undefined>(treesOf) },
  );

  /** The text of a file; undefined if it cannot be read. */
  readonly textAt = derived(
    (path: string): string | undefined => {
      const content = smallFile(path, this.#readText);
      return content?.ok === true ? content.text : undefined;
    },
    { store: keptTexts<string | undefined>((text) => text?.length ?? 0) },
  );
}

/** The trees that resources hold. */
export function treesOf(of: Pick<Built, 'resources'> | undefined): readonly Node[] {
  return of?.resources.flatMap(({ root }) => root ?? []) ?? [];
}

/** The content of a file that may be hand-written; undefined for anything else. */
function smallFile(path: string, read: ReadText): ReturnType<ReadText> | undefined {
  const found = statOf(path);
  return found?.isFile() === true && found.size <= largest ? read(path) : undefined;
}

function documentsOf(path: string, read: ReadText): readonly Node[] | undefined {
  const content = smallFile(path, read);
  if (content === undefined) return undefined;
  const documents = content.ok ? readManifest(content.text).documents : [];
  const roots = documents.flatMap(({ root, problems }) => (root !== undefined && problems.length === 0 ? [root] : []));
  return content.ok && roots.length === documents.length ? roots : undefined;
}

/** Strings; other values are invalid here. */
function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).map(({ node }) => textOf(node));
}

function textOf(node: Node): string {
  return node.kind === 'scalar' ? String(node.value) : '';
}
