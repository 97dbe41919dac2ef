import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { FoundFile } from '../../workspace/disk/discover.ts';
import { uriOf } from '../uris.ts';
import { yieldingBetween } from '../yieldingBetween.ts';

/** A file of a request about the whole workspace. */
export interface WorkspaceFile extends FoundFile {
  readonly uri: string;
}

/** Iterates over files in turns. Throws the protocol's error when the request is cancelled. */
export async function* filesInTurns(
  files: readonly FoundFile[],
  token: CancellationToken,
): AsyncGenerator<WorkspaceFile, void, void> {
  for await (const found of yieldingBetween(files)) {
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'cancelled');
    yield { ...found, uri: uriOf(found.path) };
  }
}

/** An abort signal for a cancelled request. */
export function signalOf(token: CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (token.isCancellationRequested) abort.abort();
  token.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
