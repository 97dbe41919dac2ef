import type { LanguageProblem } from '../../../languages/expression.ts';
import type { NeighbouringFiles } from '../neighbouringFiles.ts';
import type { SourceFile } from '../value.ts';
import { mayDeclareCluster } from './describeTerraform.ts';
import { ignoredReason, isTerraformFile, parseTerraform } from './folder.ts';

/** Why a file of Terraform, or a part of it, describes no cluster. */
export interface UnreadTerraform {
  /** A phrase about the file. */
  readonly message: string;
  readonly remedy: string;
  /** UTF-16 offset of the first unreadable place; undefined if it is the whole file. */
  readonly at: LanguageProblem['start'] | undefined;
}

/** The problem of a text whose clusters may be hidden by it; undefined if there is none, or in another language. */
export function unreadTerraform(file: SourceFile, surroundings: NeighbouringFiles): UnreadTerraform | undefined {
  const { path, text } = file;
  if (!isTerraformFile(path)) return undefined;
  const refused = ignoredReason(text);
  if (refused !== undefined)
    return { message: refused, remedy: 'decrypt it, or name a version with --target', at: undefined };
  if (!mayDeclareCluster(text)) return undefined;
  const [problem] = parseTerraform(file, surroundings).problems;
  if (problem === undefined) return undefined;
  const message = `cannot be read from here on (${problem.message}), which may hide clusters`;
  return { message, remedy: 'correct it: terraform validate shows it too', at: problem.start };
}
