import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import { atStart } from '../toDiagnostic.ts';

/** The build results of a file. The same object while they are unchanged; plain data. */
export interface BuiltOfFile {
  /** The additions of each build that uses the file. */
  readonly added: readonly AddedToFile[];
  /** Why the kustomization in the file was not built. */
  readonly failure: BuildFailure | undefined;
}

/** Why a kustomization was not built. */
export interface BuildFailure {
  readonly message: string;
  /** Whether the build was tried and failed; otherwise it was skipped. */
  readonly wasTried: boolean;
}

/**
 * The diagnostics of a kustomization that was not built: none if the cause is reported at its place.
 *
 * @param found the diagnostics of its file.
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

/** The checks that report why a kustomization cannot be built, at the path in it. */
const obstacles: ReadonlySet<string> = new Set(['absent-file', 'circular-kustomization', 'unchecked-source']);
