import { parseCrds, type TargetCrds } from './crds.ts';
import { binaryProblem } from './flags.ts';
import { parseSettings } from './settings.ts';
import type { TargetProblem } from './target.ts';
import { type Minor, parseMinor } from './version.ts';

/** A target expression that names a file. */
export interface FileExpression {
  /** `FILE` or `FILE#CLUSTER`. */
  readonly reference: string;
  /** The version if the file names none. */
  readonly binary: Minor | undefined;
  /** The CustomResourceDefinitions of the cluster; undefined if the expression names none. */
  readonly crds: TargetCrds | undefined;
}

/**
 * Parses `from=FILE`, or `1.36,from=FILE` for a file that names no version, or `crds=…,from=FILE` with the definitions of
 * the cluster. Undefined for an expression that names no file.
 */
export function parseFileExpression(
  expression: string,
):
  | { readonly ok: true; readonly file: FileExpression }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] }
  | undefined {
  const parts = /^(?:([^,=]+),)?((?:crds=[^,]*,)*)from=(.+)$/s.exec(expression);
  if (parts === null) return undefined;
  const [, version, definitions = '', reference = ''] = parts;
  const binary = version === undefined ? undefined : parseMinor(version);
  if (version !== undefined && binary === undefined) return { ok: false, problems: [binaryProblem(version)] };
  const { crds, problems } = parseCrds(parseSettings(definitions.replaceAll(/crds=/g, '').replaceAll(';', ',')));
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, file: { reference, binary, crds: definitions === '' ? undefined : crds } };
}
