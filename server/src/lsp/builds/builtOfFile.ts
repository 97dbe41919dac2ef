import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import { atStart } from '../toDiagnostic.ts';

/** What builds say of a file. The same object as long as nothing has changed; plain data. */
export interface BuiltOfFile {
  /** What each of the builds adds that the file goes into. */
  readonly added: readonly AddedToFile[];
  /** Why the kustomization in the file was not built. */
  readonly failure: BuildFailure | undefined;
}

/** Why a kustomization was not built. */
export interface BuildFailure {
  readonly message: string;
  /** It was begun, and went wrong; else it is one that is left alone. */
  readonly wasTried: boolean;
}

/**
 * What is to be shown at a kustomization that was not built: nothing where what stands in the way is said at its place.
 *
 * @param found what is shown of its file.
 */
export function failureDiagnostics(
  built: BuiltOfFile | undefined,
  found: readonly Diagnostic[],
): readonly Diagnostic[] {
  if (built?.failure === undefined) return [];
  const { message, wasTried } = built.failure;
  if (!wasTried && found.some(({ code }) => obstacles.has(String(code)))) return [];
  const severity = wasTried ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
  return [{ ...atStart('not-built', `This kustomization was not built: ${message}`), severity }];
}

/** The checks that tell of what leaves a kustomization unbuilt, at the path that it names. */
const obstacles: ReadonlySet<string> = new Set(['absent-file', 'circular-kustomization', 'unchecked-source']);
