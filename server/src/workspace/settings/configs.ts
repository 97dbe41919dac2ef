import type { Config } from '../../config/config.ts';
import { decodeConfig } from '../../config/decodeConfig.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import type { Span } from '../../text/span.ts';
import { reportName } from '../disk/discover.ts';
import { maxSettingBytes, readText } from '../disk/readFile.ts';
import { ConfigFinder, type FoundConfig } from './findConfig.ts';
import { helmValueProblems } from './helmValues.ts';

/** A reason not to start: an invalid setting, configuration or target. */
export interface SettingProblem {
  /** `--emulated-version=1.99`, or `.kubecompat.yaml:3:12`. */
  readonly location: string;
  readonly message: string;
  readonly remedy: string;
}

/** A configuration file that was read. */
export interface LoadedConfig {
  readonly configFile: FoundConfig;
  /** Relative to the working folder, for people. */
  readonly file: string;
  readonly lines: LineIndex;
  /** Undefined if the file has problems, unless valid parts count. */
  readonly config: Config | undefined;
}

/** The configuration files of a workspace, each read at the first file it governs. */
export class Configs {
  readonly #cwd: string;
  readonly #codes: ReadonlySet<string>;
  readonly #tell: (problem: SettingProblem) => void;
  readonly #tolerant: boolean;
  readonly #finder = new ConfigFinder();
  readonly #loaded = new Map<string, LoadedConfig>();

  /**
   * @param cwd the folder that files are relative to.
   * @param codes the valid check codes.
   * @param report receives the problems of each configuration once.
   * @param tolerant whether the valid parts of a configuration with errors count.
   */
  constructor(cwd: string, codes: ReadonlySet<string>, report: (problem: SettingProblem) => void, tolerant: boolean) {
    this.#cwd = cwd;
    this.#codes = codes;
    this.#tell = report;
    this.#tolerant = tolerant;
  }

  /** Skips folders that are known to have no configuration. */
  without(folders: ReadonlySet<string>): void {
    this.#finder.without(folders);
  }

  /** The configuration that governs the files of a folder; undefined if there is none up to the root. */
  of(folder: string): LoadedConfig | undefined {
    const configFile = this.#finder.nearest(folder);
    return configFile === undefined ? undefined : (this.#loaded.get(configFile.path) ?? this.#load(configFile));
  }

  #load(configFile: FoundConfig): LoadedConfig {
    const file = reportName(configFile.path, this.#cwd);
    const problems: SettingProblem[] = [];
    const content = readText(configFile.path, maxSettingBytes);
    const text = content.ok ? content.text : '';
    if (!content.ok) problems.push({ location: file, message: content.message, remedy: content.remedy });
    if (configFile.ignored !== undefined) {
      problems.push({
        location: file,
        message: `there is a second configuration beside it, ${reportName(configFile.ignored, this.#cwd)}`,
        remedy: 'put everything into one of them and remove the other',
      });
    }
    const decoded = decodeConfig(text, this.#codes);
    const lines = new LineIndex(text);
    const { config } = decoded;
    for (const { message, remedy, span } of [...decoded.problems, ...helmValueProblems(config, configFile.folder)]) {
      problems.push({ location: locationIn({ file, lines }, span), message, remedy });
    }
    for (const problem of problems) this.#tell(problem);
    const loaded = {
      configFile,
      file,
      lines,
      config: problems.length > 0 && !this.#tolerant ? undefined : config,
    };
    this.#loaded.set(configFile.path, loaded);
    return loaded;
  }
}

/** `.kubecompat.yaml:3:12`. */
export function locationIn({ file, lines }: Pick<LoadedConfig, 'file' | 'lines'>, span: Span): string {
  const { line, character } = lines.position(span.start);
  return `${file}:${line + 1}:${character + 1}`;
}
