import { type ConnectionOptions, LSPErrorCodes, Message } from 'vscode-languageserver/node';

/** Requests that are cancelled while they wait are answered at once and never run. */
export const cancelWaiting: ConnectionOptions = {
  connectionStrategy: {
    cancelUndispatched: (message) =>
      Message.isRequest(message)
        ? {
            jsonrpc: message.jsonrpc,
            id: message.id,
            error: { code: LSPErrorCodes.RequestCancelled, message: 'cancelled' },
          }
        : undefined,
  },
};
