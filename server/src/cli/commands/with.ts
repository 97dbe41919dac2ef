import { type Command, exitCode } from '../command.ts';
import { UsageError, valuesOf } from '../flags/arguments.ts';
import { servedTargets, servingFlags } from '../runs/servedTargets.ts';

/** `with`: runs a program with a kubeconfig for served targets. */
export const withTargets: Command = {
  operands: '-- COMMAND...',
  flags: [
    {
      name: 'workspace',
      value: 'PATH',
      help: 'a file or folder whose objects are served; may be repeated; default the working folder',
    },
    ...servingFlags,
  ],
  notes:
    'Serves targets like kubecompat serve while a program runs, and returns its exit code:\n  kubecompat with --target 1.37 -- kubectl apply --dry-run=server -R -f deploy/\nKUBECONFIG of the program has a context for each target; the first is the current one.',
  async run(parsed, terminal) {
    const [program, ...args] = parsed.positionals;
    if (program === undefined) {
      throw new UsageError(
        'with needs a command',
        'write it after --: kubecompat with --target 1.37 -- kubectl version',
      );
    }
    const paths = valuesOf(parsed, 'workspace');
    const targets = servedTargets(parsed, terminal, paths.length === 0 ? ['.'] : paths);
    if (targets === undefined) return exitCode.usage;
    const [{ serveTargets }, { runClient }] = await Promise.all([
      import('../../serve/serve.ts'),
      import('../../serve/clientProgram.ts'),
    ]);
    const serving = await serveTargets(targets, 0, (error) => terminal.err(String(error)));
    try {
      return await runClient({ program, args, cwd: terminal.cwd }, serving.kubeconfig);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new UsageError(`cannot run ${program}: ${message}`, 'name a program that is on the PATH');
    } finally {
      await serving.close();
    }
  },
};
