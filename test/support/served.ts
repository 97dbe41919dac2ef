import { request } from 'node:https';
import { type Value, valueAt } from '../../server/src/conversion/value.ts';
import { inputsWithoutContext } from '../../server/src/judge/inputsWithoutContext.ts';
import type { WorkspaceObject } from '../../server/src/serve/objects/store.ts';
import { type Serving, serveTargets } from '../../server/src/serve/serve.ts';
import { resolveFlags } from '../harness/recorded.ts';

/** An answer, parsed. */
export interface ServedAnswer {
  readonly status: number;
  readonly warnings: readonly string[];
  /** The whole, as a value or, if it is no object, as text. */
  readonly body: Value;
  /** The value at a path in the body, such as `spec.replicas`; undefined if there is none. */
  at(path: string): Value | undefined;
}

interface Kubeconfig {
  readonly clusters: readonly {
    readonly cluster: { readonly server: string; readonly 'certificate-authority-data': string };
  }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

function stepOf(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** A served target, asked like any client does: by its kubeconfig. */
export class Served {
  readonly kubeconfig: Kubeconfig;
  readonly #serving: Serving;

  private constructor(serving: Serving) {
    this.#serving = serving;
    this.kubeconfig = JSON.parse(serving.kubeconfig);
  }

  /** Serves a binary with flags, each of several under its own address. */
  static async start(
    targets: readonly (readonly [string, readonly string[]])[],
    objects: readonly WorkspaceObject[] = [],
  ) {
    const bugs = (error: unknown) => {
      throw error;
    };
    const toServe = targets.map(([binary, flags]) => ({
      name: [binary, ...flags].join(','),
      inputs: () => {
        const resolved = resolveFlags(binary, flags);
        if (!resolved.ok) throw new Error('the target would not start');
        const { surface } = resolved;
        return {
          inputs: inputsWithoutContext('request.json', [surface], '2026-01-01'),
          surface,
          objects: () => objects,
        };
      },
    }));
    return new Served(await serveTargets(toServe, 0, bugs));
  }

  /** Sends a request to a target. */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
    index = 0,
  ): Promise<ServedAnswer> {
    const { server, 'certificate-authority-data': authority } = this.kubeconfig.clusters[index]?.cluster ?? {
      server: '',
      'certificate-authority-data': '',
    };
    const options = {
      method,
      ca: Buffer.from(authority, 'base64'),
      agent: false,
      servername: 'localhost',
      headers: {
        authorization: `Bearer ${this.kubeconfig.users[0]?.user.token}`,
        'content-type': 'application/json',
        ...headers,
      },
    } as const;
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(`${server}${path}`, options, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const warnings = String(response.headers['warning'] ?? '')
            .split(/, (?=299 )/)
            .filter((text) => text !== '');
          const answer = Buffer.concat(chunks).toString('utf8');
          const answered: Value = answer.startsWith('{') ? JSON.parse(answer) : answer;
          const at = (valuePath: string) => valueAt(answered, valuePath.split('.').map(stepOf));
          resolve({ status: response.statusCode ?? 0, warnings, body: answered, at });
        });
      });
      sent.on('error', reject);
      // Node.js sends no length with the body of a delete.
      if (text !== undefined) sent.setHeader('content-length', Buffer.byteLength(text));
      sent.end(text);
    });
  }

  close(): Promise<void> {
    return this.#serving.close();
  }
}
