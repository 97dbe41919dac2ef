import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Job } from '../job.ts';
import { inputs } from './inputs.ts';
import { outputs } from './outputs.ts';

/** Does a job for a call, which may be cancelled. */
export type DoJob = (job: Job, signal: AbortSignal) => Promise<CallToolResult>;

/** None changes anything, and none reaches beyond this machine. */
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Tells a server of every tool. */
export function registerTools(server: McpServer, doJob: DoJob): void {
  server.registerTool(
    'check',
    {
      title: 'Check manifests',
      description:
        'What a kube-apiserver of a given version, with given flags and gates, does with manifests: which APIs it does not serve, what it refuses, silently drops or warns about, why, and how to fix it. Gives each finding with its place.',
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
      description: 'The documentation of a finding by its code: what it means, why the server does so, how to fix it.',
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
        'A text after the fixes that keep its meaning, or for files the change as a diff. Comments and layout stay. Writes nothing.',
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
        'A text with its objects in another version of their APIs, newer or older, without losing comments or meaning, or for files the change as a diff. Writes nothing.',
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
        'What the same files mean differently at two kube-apiservers: what only one serves, refuses, drops or warns about, stored versions, and defaults of fields that are left out.',
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
        'The steps from one kube-apiserver to another (KEP-4330), what each changes, which of the files must change before which step, and how far back one can go. Markdown.',
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
        'What a kind or a field of Kubernetes or of a known project is, and in which releases: since when, until when, under which gate and stage, with which default, and what the server does with it. Facts, not memory.',
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
        'The minors of Kubernetes that are known, the targets in force in the first root, and what its files describe.',
      inputSchema: inputs.targets,
      outputSchema: outputs.targets,
      annotations,
    },
    (input, { signal }) => doJob({ tool: 'targets', input }, signal),
  );
}
