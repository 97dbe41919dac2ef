import { resolve } from 'node:path';
import { type Config, type ConfigProblem, helmValuesFor, type NamedPath } from '../../config/config.ts';
import { statOf } from '../disk/trackedFs.ts';
import { locatePaths } from './targetCrds.ts';

/** A configuration with its location; undefined if unusable. */
interface ReadConfig {
  readonly config: Config | undefined;
  readonly configFile: { readonly folder: string };
}

/** The problems of the values files that a configuration names. */
export function helmValueProblems(config: Config, folder: string): readonly ConfigProblem[] {
  return namedValues(config).flatMap(({ path, span }) => {
    const located = locatePaths([path], folder);
    const noFile = located.paths.some((found) => statOf(found)?.isFile() !== true);
    const messages = [...located.problems, ...(noFile ? [`${path} is not a file`] : [])];
    const remedy = 'name YAML files with values inside the folder of the configuration';
    return messages.map((message) => ({ message: `helm, values: ${message}`, remedy, span }));
  });
}

/** Every file of values that a configuration names, absolute. */
export function allHelmValues(loaded: ReadConfig | undefined): readonly string[] {
  if (loaded?.config === undefined) return [];
  return namedValues(loaded.config).map(({ path }) => resolve(loaded.configFile.folder, path));
}

/**
 * The absolute paths of the values files configured for a chart; undefined if there are none.
 *
 * @param chart the Chart.yaml, relative to the folder of the configuration, with `/`.
 */
export function helmValuesOf(
  { config, configFile: { folder } }: ReadConfig,
  chart: string,
): readonly string[] | undefined {
  const found = config === undefined ? undefined : helmValuesFor(config, chart);
  return found?.map(({ path }) => resolve(folder, path));
}

function namedValues({ helmValues, files }: Config): readonly NamedPath[] {
  return [...(helmValues ?? []), ...files.flatMap((rule) => rule.helmValues ?? [])];
}
