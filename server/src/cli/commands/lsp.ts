import type { Command } from '../command.ts';

/** `lsp`: the language server, spoken to over standard input and output. It ends the process itself, so this never settles. */
export const lsp: Command = {
  operands: '',
  flags: [{ name: 'stdio', help: 'use standard input and output (always)' }],
  async run() {
    const { startServer } = await import('../../lsp/main.ts');
    startServer();
    return new Promise<never>(() => undefined);
  },
};
