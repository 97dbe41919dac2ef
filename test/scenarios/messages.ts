import { until } from '../harness/guards.ts';
import type { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import type { TestClient } from '../lsp/testClient.ts';
import { differences } from './compare.ts';
import { normalized } from './folder.ts';
import type { Section, Step } from './format.ts';
import { piped } from './pipes.ts';
import { shownDiagnostic } from './shown.ts';
import { readCommand } from './typed.ts';

/**
 * Does a step that is a message of the protocol by its name, or that waits for what the server sends by itself. Gives the
 * sections that the step then has, or nothing where it is neither.
 */
export async function exchange(
  client: TestClient,
  workspace: WorkspaceFolder,
  { command, results }: Step,
): Promise<readonly Section[] | undefined> {
  const [, verb, name = '', params, pipes = ''] =
    /^(request|notify|wait|pushed) (\S+)(?: (\{.*\}))?( \| .*)?$/.exec(command) ?? [];
  const folder = workspace.uri('.');
  if (verb === 'pushed') {
    const times = client.published.filter(({ uri }) => uri === workspace.uri(name)).length;
    return [{ name: 'times', body: `${times}\n` }];
  }
  if (verb === 'wait') return waited(client, workspace, name, results);
  const parsed: unknown = params === undefined ? undefined : JSON.parse(params.replaceAll('$URI', folder));
  if (verb === 'notify') {
    await client.connection.sendNotification(name, parsed);
    return [];
  }
  if (verb !== 'request') return undefined;
  const answer = await client.connection
    .sendRequest<unknown>(name, parsed)
    .catch((error: unknown) => ({ refused: error instanceof Error ? error.message : String(error) }));
  const text = readCommand(`request${pipes}`).pipes.reduce(piped, JSON.stringify(answer ?? null, null, 2));
  const shown = normalized(text.replaceAll(folder, '.'), workspace.path);
  return [{ name: 'answer', body: shown.endsWith('\n') ? shown : `${shown}\n` }];
}

/** Waits until the diagnostics that were pushed last for a file are those that the step expects. */
async function waited(client: TestClient, workspace: WorkspaceFolder, path: string, expected: readonly Section[]) {
  if (expected.length === 0) throw new Error(`wait ${path} has no section: say what is waited for`);
  let problems: readonly string[] = ['no diagnostics were pushed'];
  const wanted = path.includes(':') ? path : workspace.uri(path);
  const findPushed = (): readonly Section[] | undefined => {
    const found = client.published.findLast(({ uri }) => uri === wanted);
    if (found === undefined) return undefined;
    const lines = found.diagnostics.map((diagnostic) => `${shownDiagnostic(diagnostic)}\n`).sort();
    const sections = [{ name: 'diagnostics', body: normalized(lines.join(''), workspace.path) }];
    problems = differences(expected, sections);
    return problems.length === 0 ? sections : undefined;
  };
  try {
    return await until(`diagnostics of ${path}`, findPushed);
  } catch (error) {
    throw new Error(problems.join('\n'), { cause: error });
  }
}
