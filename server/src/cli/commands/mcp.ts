import { resolve } from 'node:path';
import { startJobThread } from '../../mcp/startThread.ts';
import { statOf } from '../../workspace/disk/trackedFs.ts';
import { builtIn } from '../../workspace/settings/catalogueChoice.ts';
import { currentCatalogue, isCatalogueNamed } from '../../workspace/shipped/catalogueInUse.ts';
import { type Command, exitCode } from '../command.ts';
import { UsageError, valuesOf } from '../flags/arguments.ts';
import { toolVersion } from '../output/toolVersion.ts';
import { installedFolder } from '../runs/catalogueOfRun.ts';

/** `mcp`: the tools for assistants, served over standard input and output until the client disconnects. */
export const mcp: Command = {
  operands: '',
  flags: [
    {
      name: 'root',
      value: 'DIR',
      help: 'a folder that tools may read; may be repeated. Without it, the folders that the client has open',
    },
  ],
  notes:
    'Serves the Model Context Protocol: check, explain, fix, convert, diff, plan, field and targets as tools.\nNothing is written, run or sent, and nothing outside of the folders is read. docs/assistants.md explains how to set up clients.',
  async run(parsed, terminal) {
    if (parsed.positionals.length > 0) throw new UsageError('mcp takes no paths', 'name folders with --root');
    const roots = valuesOf(parsed, 'root').map((folder) => resolve(terminal.cwd, folder));
    for (const folder of roots) {
      if (statOf(folder)?.isDirectory() === true) continue;
      throw new UsageError(`--root=${folder} is not a folder`, 'name a folder that exists');
    }
    const { serveMcp } = await import('../../mcp/protocol/serve.ts');
    await serveMcp({
      version: toolVersion(),
      roots: roots.length === 0 ? undefined : roots,
      // The lock file of a root applies; this folder need not be a root.
      catalogue: {
        named: isCatalogueNamed() ? (currentCatalogue() ?? builtIn) : undefined,
        installed: installedFolder(),
      },
      startThread: startJobThread,
    });
    return exitCode.fine;
  },
};
