import { dirname, join } from 'node:path';
import { addLiveTarget } from '../../config/addLiveTarget.ts';
import { type DecodedConfig, decodeConfig } from '../../config/decodeConfig.ts';
import { readText } from '../disk/readFile.ts';
import { createFile, type RefusedWrite, replaceFile } from '../disk/replaceFile.ts';
import { ConfigFinder } from './findConfig.ts';

/** The configuration that a live cluster is added to. */
export interface LiveConfigFile {
  /** Absolute. */
  readonly path: string;
  readonly folder: string;
  /** Whether the file exists. */
  readonly exists: boolean;
}

/** A configuration with a live cluster added, or why it is not. */
export type LiveAddition =
  /** `isNew`: the text is another than before. */
  | { readonly ok: true; readonly text: string; readonly isNew: boolean }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

/** The configuration that governs a folder, or a new one in it. */
export function liveConfigFile(folder: string): LiveConfigFile {
  const configFile = new ConfigFinder().nearest(folder);
  if (configFile === undefined) return { path: join(folder, '.kubecompat.yaml'), folder, exists: false };
  return { path: configFile.path, folder: dirname(configFile.path), exists: true };
}

/**
 * Adds a live cluster to the text of a configuration.
 *
 * @param codes the check codes that a configuration may name.
 */
export function addToConfig(text: string, name: string, context: string, codes: ReadonlySet<string>): LiveAddition {
  const before = decodeConfig(text, codes);
  const unusable = problemOf(before);
  if (unusable !== undefined) return unusable;
  const known = before.config.targets.get(name);
  if (known?.kind === 'live' && known.context === context) return { ok: true, text, isNew: false };
  if (known !== undefined) {
    return { ok: false, message: `there is another target "${name}"`, remedy: 'choose another name with --name' };
  }
  const added = addLiveTarget(text, name, context);
  if (added === undefined) {
    return {
      ok: false,
      message: 'the target cannot be added without touching the rest',
      remedy: `write it yourself, under targets: ${name}: { context: ${JSON.stringify(context)} }`,
    };
  }
  return problemOf(decodeConfig(added, codes)) ?? { ok: true, text: added, isNew: true };
}

/** Writes a configuration; refuses if it changed since it was read. */
export function writeConfig({ path, exists }: LiveConfigFile, text: string): RefusedWrite | undefined {
  if (exists) {
    const content = readText(path);
    return content.ok ? replaceFile(path, content, text) : content;
  }
  return createFile(path, text);
}

function problemOf({ problems: [first] }: DecodedConfig): Extract<LiveAddition, { ok: false }> | undefined {
  return first === undefined ? undefined : { ok: false, message: first.message, remedy: first.remedy };
}
