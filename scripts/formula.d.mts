/** The inputs of a formula. */
export interface FormulaInput {
  readonly version: string;
  /** The package of npm. */
  readonly npmArchive: string;
  /** Archives of executables, by system: `linux-x64`. */
  readonly executables: Readonly<Record<string, string>>;
  /** The address of all archives. */
  readonly address: string;
}

/** The Homebrew formula: installs an executable if there is one for the machine, else the npm package. */
export function formula(input: FormulaInput): string;
