import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Job } from '../job.ts';
import { inputs } from './inputs.ts';
import { outputs } from './outputs.ts';

/** Does a job for a call, which may be cancelled. */
export type DoJob = (job: Job, signal: AbortSignal) => Promise<CallToolResult>;

/** None changes anything, and none reaches beyond this machine. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Registers every tool. */
export function registerTools(server: McpServer, doJob: DoJob): void {
  server.registerTool(
    'check',
    {
      title: 'Check manifests',
      description:
        'Checks what a kube-apiserver of a given version, flags and feature gates does with manifests. Finds APIs that it does not serve, and what it refuses, silently drops or warns about. Each finding has a location, a reason and a remedy.',
      inputSchema: inputs.check,
      outputSchema: outputs.check,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'check', input }, signal),
  );
  server.registerTool(
    'explain',
    {
      title: 'Explain a finding',
      description:
        'Returns the documentation of a finding code: what it means, why the server does this, and how to fix it.',
      inputSchema: inputs.explain,
      outputSchema: outputs.explain,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'explain', input }, signal),
  );
  server.registerTool(
    'fix',
    {
      title: 'Fix manifests',
      description:
        'Applies fixes that keep the meaning. Returns the new text, or a diff for files. Keeps comments and layout, and writes no files.',
      inputSchema: inputs.fix,
      outputSchema: outputs.rewrite,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'fix', input }, signal),
  );
  server.registerTool(
    'convert',
    {
      title: 'Convert API versions',
      description:
        'Converts objects to another version of their API, newer or older, without losing comments or meaning. Returns the new text, or a diff for files. Writes no files.',
      inputSchema: inputs.convert,
      outputSchema: outputs.rewrite,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'convert', input }, signal),
  );
  server.registerTool(
    'diff',
    {
      title: 'Compare two targets',
      description:
        'Compares what the same files mean at two kube-apiservers. Shows what only one of them serves, refuses, drops or warns about, and differences in storage versions and defaults.',
      inputSchema: inputs.diff,
      outputSchema: outputs.diff,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'diff', input }, signal),
  );
  server.registerTool(
    'plan',
    {
      title: 'Plan an upgrade',
      description:
        'Plans the steps from one kube-apiserver to another (KEP-4330), as Markdown. Shows what each step changes, which files must change before it, and how far a rollback is possible.',
      inputSchema: inputs.plan,
      outputSchema: outputs.plan,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'plan', input }, signal),
  );
  server.registerTool(
    'field',
    {
      title: 'Look up a kind or a field',
      description:
        'Describes a kind or field of Kubernetes or of a known project. Shows in which releases it exists, its feature gate and stage, its default, and what the server does with it.',
      inputSchema: inputs.field,
      outputSchema: outputs.field,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'field', input }, signal),
  );
  server.registerTool(
    'targets',
    {
      title: 'List targets',
      description:
        'Lists the known Kubernetes minors, the current targets of the first root, and the clusters that its files describe.',
      inputSchema: inputs.targets,
      outputSchema: outputs.targets,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'targets', input }, signal),
  );
}
