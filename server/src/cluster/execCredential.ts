import { spawn } from 'node:child_process';
import { basename, dirname, isAbsolute, resolve } from 'node:path';
import { isObject, type JsonObject, listAt, objectAt, textAt, textsAt } from '../live/json.ts';
import { isExecutable, programOnPath } from '../workspace/programs/externalTool.ts';
import { type Failure, failure, messageOf } from './failure.ts';

/** The credentials from an exec plugin: a token, a certificate with its key, or both. */
export interface ExecCredential {
  readonly ok: true;
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

const maxMs = 60_000;
const maxBytes = 1024 * 1024;

/**
 * Runs the credential plugin of a kubeconfig user like client-go: found beside the kubeconfig or on the PATH, with
 * `KUBERNETES_EXEC_INFO`, without a terminal, for at most a minute. Only for the user's own kubeconfig.
 *
 * @param file the kubeconfig.
 */
export async function execCredential(
  exec: JsonObject,
  cluster: JsonObject,
  file: string,
): Promise<ExecCredential | Failure> {
  const command = textAt(exec, 'command') ?? '';
  const program = programOf(command, dirname(file));
  if (program === undefined) {
    const hint = textAt(exec, 'installHint')?.replaceAll(/\s+/g, ' ').trim();
    return failure(`the credential plugin ${command} of the kubeconfig does not exist`, hint ?? 'install it');
  }
  if (textAt(exec, 'interactiveMode') === 'Always') {
    return failure(`the credential plugin ${command} needs a terminal`, 'use credentials that work without one');
  }
  try {
    return credentialOf(await run(program, exec, cluster), command);
  } catch (thrown) {
    const why = messageOf(thrown);
    return failure(`the credential plugin ${command} failed: ${why}`, 'log in with the tool of your cluster');
  }
}

function programOf(command: string, folder: string): string | undefined {
  if (command === '') return undefined;
  if (basename(command) === command) return programOnPath(command);
  const path = isAbsolute(command) ? command : resolve(folder, command);
  return isExecutable(path) ? path : undefined;
}

function run(program: string, exec: JsonObject, cluster: JsonObject): Promise<string> {
  const variables = listAt(exec, 'env').flatMap((item) => {
    const [name, value] = [textAt(item, 'name'), textAt(item, 'value')];
    return name === undefined || value === undefined ? [] : [[name, value]];
  });
  const env = { ...process.env, ...Object.fromEntries(variables), KUBERNETES_EXEC_INFO: execInfo(exec, cluster) };
  return new Promise((resolved, reject) => {
    const child = spawn(program, [...textsAt(exec, 'args')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    let stopped = '';
    const stop = (why: string): void => {
      stopped ||= why;
      child.kill('SIGKILL');
    };
    const take = (into: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) stop('its output is too large');
      else into.push(chunk);
    };
    const timer = setTimeout(() => stop(`it did not end within ${maxMs / 1000} seconds`), maxMs);
    child.stdout.on('data', take(output));
    child.stderr.on('data', take(errors));
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      const errorText = Buffer.concat(errors).toString('utf8').trim();
      if (code === 0 && stopped === '') resolved(Buffer.concat(output).toString('utf8'));
      else reject(new Error([stopped, errorText].filter((part) => part !== '').join(': ') || `exit code ${code}`));
    });
  });
}

/** `ExecCredential` as a plugin reads it (`client.authentication.k8s.io`). */
function execInfo(exec: JsonObject, cluster: JsonObject): string {
  const spec =
    exec['provideClusterInfo'] === true
      ? { interactive: false, cluster: clusterInfo(cluster) }
      : { interactive: false };
  return JSON.stringify({ kind: 'ExecCredential', apiVersion: textAt(exec, 'apiVersion') ?? '', spec });
}

function clusterInfo(cluster: JsonObject): JsonObject {
  const extension = listAt(cluster, 'extensions').find(
    (candidate) => textAt(candidate, 'name') === 'client.authentication.k8s.io/exec',
  );
  return {
    ...Object.fromEntries(
      ['server', 'tls-server-name', 'insecure-skip-tls-verify', 'certificate-authority-data', 'proxy-url'].flatMap(
        (key) => (cluster[key] === undefined ? [] : [[key, cluster[key]]]),
      ),
    ),
    ...(extension === undefined ? {} : { config: objectAt(extension, 'extension') }),
  };
}

function credentialOf(output: string, command: string): ExecCredential | Failure {
  const answer: unknown = JSON.parse(output);
  const status = objectAt(answer, 'status');
  const token = textAt(status, 'token');
  const certificate = textAt(status, 'clientCertificateData');
  const key = textAt(status, 'clientKeyData');
  if (!isObject(answer) || (token === undefined && (certificate === undefined || key === undefined))) {
    return failure(`the credential plugin ${command} returned no credentials`, 'log in with the tool of your cluster');
  }
  return { ok: true, token, certificate, key };
}
