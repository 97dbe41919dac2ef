import { type ConnectionOptions, LSPErrorCodes } from 'vscode-languageserver';

/** Requests that are cancelled while they wait for others are answered so at once, and never worked on. */
export const cancelWaiting: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: ({ jsonrpc, id }) => ({
      jsonrpc,
      id,
      error: { code: LSPErrorCodes.RequestCancelled, message: 'cancelled' },
    }),
  },
};
