import { homedir } from 'node:os';
import { type CatalogueChoice, cataloguesFolder, chooseCatalogue } from '../../workspace/settings/catalogueChoice.ts';
import { UsageError } from '../flags/arguments.ts';

/** The flag for the catalogue, for every command. */
export const catalogueFlag = '--catalogue';

/** The catalogue of a run, or why it is unusable. */
export type Choice = CatalogueChoice;

/** The arguments without {@link catalogueFlag}, and its value; the last one counts. Throws a UsageError where it has none. */
export function withoutCatalogue(args: readonly string[]): {
  readonly rest: readonly string[];
  readonly named: string | undefined;
} {
  const rest: string[] = [];
  let named: string | undefined;
  const end = args.indexOf('--');
  const flagsEnd = end < 0 ? args.length : end;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (at >= flagsEnd || (arg !== catalogueFlag && !arg.startsWith(`${catalogueFlag}=`))) {
      rest.push(arg);
      continue;
    }
    const value = arg === catalogueFlag ? args[++at] : arg.slice(catalogueFlag.length + 1);
    if (value === undefined || value === '' || value.startsWith('--')) {
      throw new UsageError(`${catalogueFlag} needs a value`, 'write --catalogue=VERSION, FOLDER or built-in');
    }
    named = value;
  }
  return { rest, named };
}

/** Chooses the catalogue of a run. */
export function chosenCatalogue(named: string | undefined, cwd: string): Choice {
  return chooseCatalogue({
    named,
    location: `${catalogueFlag}=${named ?? ''}`,
    takesPaths: true,
    cwd,
    installed: installedFolder(),
  });
}

/** Where the catalogues of this user are. */
export function installedFolder(): string {
  return cataloguesFolder(process.env, homedir(), process.platform);
}
