import { dirname } from 'node:path';
import { inFolder } from '../disk/inFolder.ts';
import { pathExists } from '../disk/trackedFs.ts';

/** The configuration file that governs a folder. */
export interface FoundConfig {
  /** Absolute. */
  readonly path: string;
  readonly folder: string;
  /** A second configuration file in the same folder; which one takes precedence is unclear. */
  readonly ignored: string | undefined;
}

const names: readonly string[] = ['.kubecompat.yaml', '.kubecompat.yml'];

/** Finds the nearest `.kubecompat.yaml` or `.kubecompat.yml` from a folder upwards; looks into each folder once. */
export class ConfigFinder {
  readonly #known = new Map<string, FoundConfig | undefined>();
  #without: ReadonlySet<string> = new Set();

  /** Skips folders that are known to have no configuration. */
  without(folders: ReadonlySet<string>): void {
    this.#without = folders;
  }

  nearest(folder: string): FoundConfig | undefined {
    if (this.#known.has(folder)) return this.#known.get(folder);
    const parent = dirname(folder);
    const foundHere = this.#without.has(folder) ? undefined : configIn(folder);
    const configFile = foundHere ?? (parent === folder ? undefined : this.nearest(parent));
    this.#known.set(folder, configFile);
    return configFile;
  }
}

function configIn(folder: string): FoundConfig | undefined {
  const [first, second] = names.map((name) => inFolder(folder, name)).filter((path) => pathExists(path));
  return first === undefined ? undefined : { path: first, folder, ignored: second };
}
