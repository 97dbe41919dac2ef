import { readFileSync } from 'node:fs';
import { filesBelow } from '../harness/files.ts';
import { parseScenarios } from '../scenarios/format.ts';
import type { Texts } from './workspaces.ts';

/** The files that scenarios begin with, each workspace once, by the titles of scenarios. */
export function scenarioWorkspaces(): ReadonlyMap<string, Texts> {
  const found = new Map<string, readonly [title: string, texts: Texts]>();
  for (const path of filesBelow('test/scenarios', /\.txt$/)) {
    const { files, scenarios } = parseScenarios(readFileSync(path, 'utf8'));
    for (const { title, files: own } of scenarios) {
      const plain = [...files, ...own].filter(({ name }) => isPlainFile.test(name) && !ofClient.has(name));
      const texts = Object.fromEntries(plain.map(({ name, body }) => [name, body]));
      const key = JSON.stringify(texts);
      // In an empty folder nothing changes.
      if (plain.length > 0 && !found.has(key)) found.set(key, [`${title} (${path})`, texts]);
    }
  }
  return new Map(found.values());
}

/** Without a change of its content, such as base64, and no link. */
const isPlainFile = /^[^\s,]+$/;

/** Sections that are no files. */
const ofClient: ReadonlySet<string> = new Set(['stdin', 'options', 'settings', 'capabilities', 'workspace']);
