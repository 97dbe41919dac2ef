/** What a formula is made of. */
export interface FormulaInput {
  readonly version: string;
  /** The package of npm. */
  readonly npmArchive: string;
  /** Archives of executables, by system: `linux-x64`. */
  readonly executables: Readonly<Record<string, string>>;
  /** Where all of them will lie. */
  readonly address: string;
}

/** The formula by which Homebrew installs an executable where there is one for the machine, else the package of npm. */
export function formula(input: FormulaInput): string;
