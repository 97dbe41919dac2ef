import { once } from 'node:events';
import { type Command, exitCode } from '../command.ts';
import { lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { servedTargets, servingFlags } from '../runs/servedTargets.ts';

/** `serve`: targets as API servers, for kubectl, Helm and other clients. */
export const serve: Command = {
  operands: 'PATHS...',
  flags: [
    { name: 'port', value: 'PORT', help: 'the port of the first target; default a free one' },
    { name: 'kubeconfig', value: 'FILE', help: 'write the kubeconfig to a file instead of standard output' },
    ...servingFlags,
  ],
  notes:
    'Prints a kubeconfig with a context for each target, and answers requests until Ctrl-C. The server is on 127.0.0.1 only.\nWrites without a dry run are kept in memory, and are lost at the end. Requests are not authorized, and nothing runs: there are no pods, no controllers and no watches.\nPATHS are the workspace, whose objects are served; default the working folder. docs/serve.md has examples.',
  async run(parsed, terminal) {
    const paths = parsed.positionals.length === 0 ? ['.'] : parsed.positionals;
    const targets = servedTargets(parsed, terminal, paths);
    if (targets === undefined) return exitCode.usage;
    const { serveTargets } = await import('../../serve/serve.ts');
    // Before anything is printed, so that who reads it can end the server.
    const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    const file = lastValue(parsed, 'kubeconfig');
    const serving = await serveTargets(targets, portOf(parsed), (error) => terminal.err(String(error))).catch(
      portInUse,
    );
    if (file === undefined) terminal.out([serving.kubeconfig]);
    else terminal.save(file, [serving.kubeconfig]);
    const names = targets.map(({ name }) => name).join('  ');
    terminal.err(`serving ${names}; writes are kept in memory and lost at the end; Ctrl-C ends`);
    await ended;
    await serving.close();
    return exitCode.fine;
  },
};

function portOf(parsed: ParsedArguments): number {
  const written = lastValue(parsed, 'port') ?? '0';
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`--port=${written} is not a port`, 'name a number up to 65535');
}

function portInUse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  throw new UsageError(`cannot listen: ${message}`, 'name another --port, or none for a free one');
}
