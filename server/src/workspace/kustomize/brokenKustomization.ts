import { isAbsolute, resolve } from 'node:path';
import type { MapNode } from '../../manifest/node.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomization } from './kustomization.ts';

/** Further words are not looked up. */
const maxWords = 2_000;

/** What is read in a kustomization that is not valid YAML. */
const nothing: MapNode = { kind: 'map', entries: [], flow: true, start: 0, end: 0 };

/**
 * A kustomization that is not valid YAML, so that Kustomize refuses it. Every file and folder that its text mentions
 * may be a source.
 *
 * @param folder the absolute folder that its paths are relative to.
 * @param file its file, absolute.
 */
export function brokenKustomization(folder: string, file: string, text: string): Kustomization {
  const words = text.replaceAll(/^\s*#.*$|\s#.*$/gm, '').split(/[\s,[\]{}"']+/);
  const paths = [...new Set(words)]
    .filter((word) => /[\w]/.test(word) && !isAbsolute(word))
    .slice(0, maxWords)
    .map((word) => resolve(folder, word));
  return {
    folder,
    file,
    root: nothing,
    isBroken: true,
    files: [],
    named: new Set(),
    local: [],
    sources: paths.filter((path) => path !== folder && path !== file && statOf(path) !== undefined),
    built: [],
    generators: [],
    manifests: [],
    remote: 0,
    isComponent: false,
    setsNamespace: false,
    fetched: [],
    parts: new Map(),
    commentedOut: new Set(),
    hasPatches: false,
    webhooks: () => [],
  };
}
