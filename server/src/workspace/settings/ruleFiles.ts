import type { Family } from '../../conversion/family.ts';
import { readRuleFile } from '../../conversion/ruleFile.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { discover } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { type LoadedConfig, locationIn, type SettingProblem } from './configs.ts';
import { locatePaths } from './targetCrds.ts';

/** Rules of conversion and the files that they were read from. */
export interface LoadedRules {
  readonly families: readonly Family[];
  /** Absolute. */
  readonly files: readonly string[];
  readonly problems: readonly SettingProblem[];
}

/** The conversion rules that a configuration names; problems of a file are reported with their location. */
export function loadRules(loaded: LoadedConfig): LoadedRules {
  const families: Family[] = [];
  const files: string[] = [];
  const problems: SettingProblem[] = [];
  for (const { path, span } of loaded.config?.conversions ?? []) {
    const located = locatePaths([path], loaded.configFile.folder);
    const remedy = 'name files and folders inside the folder of the configuration';
    for (const message of located.problems) {
      problems.push({ location: locationIn(loaded, span), message: `conversions: ${message}`, remedy });
    }
    for (const found of discover(located.paths, loaded.configFile.folder).files) {
      files.push(found.path);
      const read = readRules(found.path, found.file);
      families.push(...read.families);
      problems.push(...read.problems);
    }
  }
  return { families, files, problems };
}

/** The rules of one file, named for people. */
export function readRules(path: string, file: string): Omit<LoadedRules, 'files'> {
  const content = readText(path);
  if (!content.ok)
    return { families: [], problems: [{ location: file, message: content.message, remedy: content.remedy }] };
  const { families, problems } = readRuleFile(content.text);
  const lines = new LineIndex(content.text);
  return {
    families,
    problems: problems.map(({ message, span }) => ({
      location: locationIn({ file, lines }, span),
      message,
      remedy: 'follow schemas/conversions.schema.json',
    })),
  };
}
