import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { getDefaultEnvironment, StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type CallToolResult, CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { builtCli } from '../cli/harness.ts';

/** The result of a call. */
export interface CallResult {
  readonly isError: boolean;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** How a client starts the server. */
export interface SessionOptions {
  /** The arguments after `kubecompat mcp`. */
  readonly args?: readonly string[];
  readonly cwd: string;
  /** The roots of the client; without them, it does not support roots. */
  readonly roots?: readonly string[] | (() => readonly string[]);
  /** Variables besides those that every client passes on. */
  readonly env?: Readonly<Record<string, string>>;
  /** The command that starts the server, instead of Node.js. */
  readonly command?: readonly string[];
}

/** A session of the SDK's own client with the built server, over its standard streams. */
export class Session {
  readonly client: Client;
  readonly #transport: StdioClientTransport;

  private constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  static async start({ args = [], cwd, roots, command, env = {} }: SessionOptions): Promise<Session> {
    const [program = process.execPath, ...before] = command ?? [process.execPath, builtCli()];
    const transport = new StdioClientTransport({
      command: program,
      args: [...before, 'mcp', ...args],
      cwd,
      env: { ...getDefaultEnvironment(), ...env },
      stderr: 'pipe',
    });
    const capabilities = roots === undefined ? {} : { roots: { listChanged: true } };
    const client = new Client({ name: 'test', version: '1.0.0' }, { capabilities });
    if (roots !== undefined) {
      client.setRequestHandler(ListRootsRequestSchema, () => ({
        roots: (typeof roots === 'function' ? roots() : roots).map((uri) => ({ uri })),
      }));
    }
    await client.connect(transport);
    return new Session(client, transport);
  }

  get pid(): number {
    return this.#transport.pid ?? Number.NaN;
  }

  async call(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<CallResult> {
    const answer = await this.client.callTool(
      { name, arguments: args },
      CallToolResultSchema,
      signal === undefined ? {} : { signal },
    );
    return calledOf(CallToolResultSchema.parse(answer));
  }

  close(): Promise<void> {
    return this.client.close();
  }
}

function calledOf({ isError = false, content, structuredContent = {} }: CallToolResult): CallResult {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { isError, text, value: structuredContent };
}
