import { type ConnectionOptions, LSPErrorCodes, Message } from 'vscode-languageserver/node';

/** Requests that are cancelled while they wait for others are answered so at once, and never worked on. */
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
