import { resolve } from 'node:path';
import { addsResources, assembledFor, outputResources, resourcesOf, withGenerated } from '../../kustomize/assemble.ts';
import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import type { Variables } from '../../kustomize/declaredVariables.ts';
import type { Node } from '../../manifest/node.ts';
import { nodesAt } from '../../manifest/nodesAt.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { TreeCache } from '../../manifest/treeCache.ts';
import { LruCache } from '../../text/lruCache.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { ReadText } from './handWritten.ts';

/** Maximum nesting depth of kustomizations. */
const deepest = 16;

/** A kustomization with more resources is skipped. */
const maxResources = 5_000;

/** Components are put onto each thing that takes them: more often than that none is. */
const maxPuts = 500;

/** Larger files are not hand-written. */
const largest = 4 * 1024 * 1024;

/**
 * How much of each is kept, in UTF-16 units of the files, whose trees take ten bytes each: the resources of one file are
 * needed with those beside it, and a repository of any size should fit.
 */
export const maxKept = 16 * 1024 * 1024;

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
  readonly #assembled = new TreeCache<Assembled | undefined>(maxKept);
  readonly #files = new TreeCache<Built | undefined>(maxKept);
  readonly #documents = new TreeCache<readonly Node[] | undefined>(maxKept);
  readonly #texts = new LruCache<string, string | undefined>(maxKept / 2);
  /** By each file and folder that was read, the folders whose assembly depends on it directly. */
  readonly #usedBy = new Map<string, Set<string>>();
  /** The folders that are being assembled, the innermost last. */
  readonly #open: string[] = [];
  readonly #visited = new Set<string>();
  #puts = 0;

  /**
   * @param kustomization the kustomization of a folder, if it has one.
   * @param read the texts of files.
   */
  constructor(kustomization: (folder: string) => Kustomized | undefined, read: ReadText) {
    this.#kustomization = kustomization;
    this.#readText = read;
  }

  /** Call when a file, or the kustomization of a folder, has another text: drops what depends on it. */
  changed(path: string): void {
    for (const kept of [this.#files, this.#documents]) kept.delete(path);
    this.#texts.delete(path);
    const outdated = new Set([path]);
    for (const item of outdated) {
      this.#assembled.delete(item);
      for (const user of this.#usedBy.get(item) ?? []) outdated.add(user);
    }
  }

  /** The assembled resources of a folder's kustomization; undefined for components, which are assembled in others. */
  of(folder: string): Assembled | undefined {
    const known = this.#kustomization(folder);
    if (known === undefined || known.isComponent) return undefined;
    this.#puts = 0;
    return this.#at(folder, 0);
  }

  /** The resources of a file, unchanged; undefined if unreadable. */
  fileAt(path: string): readonly AssembledResource[] | undefined {
    return this.#resource(path, 0)?.resources;
  }

  /** The documents of a file; undefined if they cannot be read. */
  documentsAt(path: string): readonly Node[] | undefined {
    return this.#documentsOf(path);
  }

  /** Whether a file was read for one of them. */
  hasRead(path: string): boolean {
    return this.#usedBy.has(path);
  }

  #at(folder: string, depth: number): Assembled | undefined {
    this.#use(folder);
    const known = this.#assembled.get(folder);
    if (known !== undefined) return known.value;
    // Guards against cycles: a kustomization being visited is unknown.
    if (this.#visited.has(folder)) return undefined;
    this.#visited.add(folder);
    this.#open.push(folder);
    const assembled = this.#put(folder, { resources: [], isComplete: true, variables: [] }, depth);
    this.#open.pop();
    this.#visited.delete(folder);
    this.#assembled.set(folder, assembled, treesOf(assembled));
    return assembled;
  }

  /** @param before the resources that a component is added to. */
  #put(folder: string, before: Built, depth: number): Assembled | undefined {
    this.#use(folder);
    const kustomization = this.#kustomization(folder);
    if (kustomization === undefined || kustomization.isBroken) return undefined;
    if (depth > deepest || this.#puts++ > maxPuts) return undefined;
    const { root } = kustomization;
    let built = before;
    const add = (more: Built | undefined) => {
      const resources = [...built.resources, ...(more?.resources ?? [])];
      const variables = [...built.variables, ...(more?.variables ?? [])];
      built = { resources, isComplete: built.isComplete && more?.isComplete === true, variables };
    };
    for (const path of [...textsAt(root, 'resources[]'), ...textsAt(root, 'bases[]')]) {
      add(this.#resource(resolve(folder, path), depth));
      if (built.resources.length > maxResources) return undefined;
    }
    if (root.kind === 'map') {
      const isComplete = built.isComplete && !addsResources(root);
      const text = (path: string) => this.textAt(resolve(folder, path));
      built = { ...built, resources: withGenerated(root, built.resources, text), isComplete };
    }
    for (const path of textsAt(root, 'components[]')) {
      const put = this.#put(resolve(folder, path), built, depth + 1);
      // An unknown component may change anything.
      if (put === undefined) return undefined;
      built = { resources: outputResources(put), isComplete: put.isComplete, variables: [put.variables] };
    }
    const at = (path: string) => resolve(folder, path);
    return assembledFor(root, built, { file: kustomization.file, read: (path) => this.#documentsOf(at(path)), at });
  }

  #resource(path: string, depth: number): Built | undefined {
    const found = statOf(path);
    if (found?.isDirectory() === true) {
      const assembled = this.#at(path, depth + 1);
      if (assembled === undefined) return undefined;
      const { isComplete, variables } = assembled;
      return { resources: outputResources(assembled), isComplete, variables: [variables] };
    }
    this.#use(path);
    if (found === undefined || found.size > largest) return undefined;
    const known = this.#files.get(path);
    if (known !== undefined) return known.value;
    const content = this.#readText(path);
    const read = content.ok ? resourcesOf(readManifest(content.text), path) : undefined;
    const built = read && { ...read, variables: [] };
    this.#files.set(path, built, treesOf(built));
    return built;
  }

  /** The text of a file; undefined if it cannot be read. */
  textAt(path: string): string | undefined {
    this.#use(path);
    const known = this.#texts.get(path);
    if (known !== undefined) return known.value;
    const content = smallFile(path, this.#readText);
    const text = content?.ok === true ? content.text : undefined;
    this.#texts.set(path, text, text?.length ?? 0);
    return text;
  }

  #documentsOf(path: string): readonly Node[] | undefined {
    this.#use(path);
    const known = this.#documents.get(path);
    if (known !== undefined) return known.value;
    const documents = documentsOf(path, this.#readText);
    this.#documents.set(path, documents, documents ?? []);
    return documents;
  }

  /** The folder that is being assembled depends on a file or folder. */
  #use(path: string): void {
    const users = this.#usedBy.get(path) ?? new Set();
    this.#usedBy.set(path, users);
    const user = this.#open.at(-1);
    if (user !== undefined && user !== path) users.add(user);
  }
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
  return nodesAt(root, path).map(({ node }) => (node.kind === 'scalar' ? String(node.value) : ''));
}
