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
  /** The UTF-16 offset of the first problem; undefined if it is the whole file. */
  readonly at: LanguageProblem['start'] | undefined;
}

/** The problem that may hide clusters of a Terraform file; undefined if there is none, and for other files. */
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
