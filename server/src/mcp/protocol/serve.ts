import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type CallToolResult, RootsListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JobAnswer, RequestedCatalogue } from '../job.ts';
import { boundedLines } from './boundedLines.ts';
import { JobRunner, type StartThread } from './jobRunner.ts';
import { foldersOf, rootsFor } from './roots.ts';
import { registerTools } from './tools.ts';

/** How a server is started. */
export interface ServeOptions {
  readonly version: string;
  /** The folders that may be read, absolute; undefined if the command line names none. */
  readonly roots: readonly string[] | undefined;
  readonly catalogue: RequestedCatalogue;
  readonly startThread: StartThread;
}

const instructions =
  'Use these tools to find out what a Kubernetes API server does with a manifest, instead of recalling it. They know every release since 1.8, and the custom resources of many projects. The tools do not write files, run programs or send data. Pass a manifest as text, or name files below the roots.';

/** Messages contain texts of up to a million characters, each up to six bytes in JSON. */
const longestMessage = 8 * 2 ** 20;
/** More than an assistant can read, in UTF-16 units. */
const longestResult = 1_000_000;
/** Clients that do not answer have no roots, in milliseconds. */
const rootsTimeout = 5_000;

/** Serves the Model Context Protocol over standard input and output until the client disconnects. */
export async function serveMcp({ version, roots, catalogue, startThread }: ServeOptions): Promise<void> {
  const runner = new JobRunner(startThread, catalogue);
  const server = new McpServer({ name: 'kubecompat', version, title: 'Kubecompat' }, { instructions });
  let ofClient: Promise<readonly string[] | undefined> | undefined;
  const rootsOfClient = async () => {
    if (server.server.getClientCapabilities()?.roots === undefined) return undefined;
    const listed = await server.server.listRoots(undefined, { timeout: rootsTimeout }).catch(() => undefined);
    return listed && foldersOf(listed.roots.map(({ uri }) => uri));
  };
  server.server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
    ofClient = undefined;
  });
  registerTools(server, async (job, signal) => {
    ofClient ??= rootsOfClient();
    return resultOf(await runner.run(job, rootsFor(roots, await ofClient), signal));
  });
  const input = boundedLines(longestMessage);
  await new Promise<void>((gone) => {
    input.on('error', (error) => {
      process.stderr.write(`kubecompat: ${error.message}\n  do   send shorter texts\n`);
      gone();
    });
    process.stdin.on('end', gone).on('close', gone).on('error', gone);
    process.stdout.on('error', gone);
    void server.connect(new StdioServerTransport(process.stdin.pipe(input), process.stdout));
  });
  runner.end();
  await server.close();
}

/** Also as text for clients without structured output; an error is a tool error, not a protocol error. */
function resultOf(answer: JobAnswer): CallToolResult {
  if (!answer.ok) return refusal(answer.message, answer.remedy);
  const text = JSON.stringify(answer.value);
  if (text.length > longestResult) return refusal('the result is too large', 'name fewer files, or a smaller limit');
  return { content: [{ type: 'text', text }], structuredContent: { ...answer.value } };
}

function refusal(message: string, remedy: string): CallToolResult {
  return { content: [{ type: 'text', text: `${message}\ndo: ${remedy}` }], isError: true };
}
