import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { FoundFile } from '../../workspace/disk/discover.ts';
import { uriOf } from '../uris.ts';
import { yieldingBetween } from '../yieldingBetween.ts';

/** A file that a request about the whole workspace goes through. */
export interface WorkspaceFile extends FoundFile {
  readonly uri: string;
}

/** Goes through files in turns. Throws what the protocol wants when the request is cancelled. */
export async function* filesInTurns(
  files: readonly FoundFile[],
  token: CancellationToken,
): AsyncGenerator<WorkspaceFile, void, void> {
  for await (const found of yieldingBetween(files)) {
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    yield { ...found, uri: uriOf(found.path) };
  }
}

/** What is aborted when a request is cancelled. */
export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
