import { type Command, exitCode } from '../command.ts';

/** `lsp`: the language server, spoken to over standard input and output. */
export const lsp: Command = {
  operands: '',
  flags: [{ name: 'stdio', help: 'over standard input and output, as it always is' }],
  async run() {
    const { startServer } = await import('../../lsp/main.ts');
    startServer();
    return exitCode.fine;
  },
};
