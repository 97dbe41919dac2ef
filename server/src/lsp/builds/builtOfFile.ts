import { createHash } from 'node:crypto';
import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver/node';
import type { AddedFinding } from '../../workspace/judging/sourceFile.ts';
import { atStart } from '../toDiagnostic.ts';
import type { AddedToFile } from './plannedBuild.ts';

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

/** What there is to add to a text: what is of this very text, each thing once. */
export function addedTo(text: string, built: BuiltOfFile | undefined): readonly AddedFinding[] {
  if (built === undefined || built.added.length === 0) return [];
  const digest = digestOf(text);
  const all = built.added.filter((one) => one.digest === digest).flatMap(({ added }) => added);
  const said = new Set<string>();
  return all.filter(({ resource, target, finding: { path, message } }) => {
    const key = JSON.stringify([resource, target, path, message]);
    if (said.has(key)) return false;
    said.add(key);
    return true;
  });
}

/** What is to be shown at a kustomization that was not built. */
export function failureDiagnostics(built: BuiltOfFile | undefined): readonly Diagnostic[] {
  if (built?.failure === undefined) return [];
  const { message, wasTried } = built.failure;
  const severity = wasTried ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information;
  return [{ ...atStart('not-built', `This kustomization was not built: ${message}`), severity }];
}

/** What tells one text from another. */
export function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 20);
}
