import { MarkupContent } from 'vscode-languageserver/node';
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
 * Runs a step that names a message of the protocol, or that waits for a notification of the server. Returns the sections
 * with the results, or undefined for other steps.
 */
export async function exchange(
  client: TestClient,
  workspace: WorkspaceFolder,
  { command, results }: Step,
): Promise<readonly Section[] | undefined> {
  const [, verb, name = '', params, pipes = ''] =
    /^(request|notify|wait|pushed|details) (\S+)(?: (\{.*\}))?( \| .*)?$/.exec(command) ?? [];
  const folder = workspace.uri('.');
  if (verb === 'pushed') {
    const times = client.published.filter(({ uri }) => uri === workspace.uri(name)).length;
    return [{ name: 'times', body: `${times}\n` }];
  }
  if (verb === 'details') {
    const found = client.published.findLast(({ uri }) => uri === workspace.uri(name))?.diagnostics ?? [];
    const texts = found.map(({ message }) => `${MarkupContent.is(message) ? message.value : message}\n`);
    return [{ name: 'details', body: normalized(texts.join(''), workspace.path) }];
  }
  if (command === 'messages') return pushedNow(client, workspace, command);
  if (verb === 'wait') return waited(client, workspace, name, results);
  const parsed: unknown =
    params === undefined
      ? undefined
      : JSON.parse(params.replaceAll('$URI', folder).replaceAll('$WORK', workspace.path));
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

/** The last notification for a file, all `messages` to the user, or the `log`; undefined if there is none. */
function pushedNow(client: TestClient, workspace: WorkspaceFolder, what: string): readonly Section[] | undefined {
  const section = (name: string, lines: readonly string[]) => [
    { name, body: normalized(lines.map((line) => `${line}\n`).join(''), workspace.path) },
  ];
  if (what === 'messages') return section(what, client.shown);
  if (what === 'log') return section(what, client.logged);
  const wanted = what.includes(':') ? what.replace('$WORK', workspace.path) : workspace.uri(what);
  const found = client.published.findLast(({ uri }) => uri === wanted);
  return found && section('diagnostics', found.diagnostics.map(shownDiagnostic).sort());
}

/** Waits until the last notification is the one that the step expects. */
async function waited(client: TestClient, workspace: WorkspaceFolder, path: string, expected: readonly Section[]) {
  if (expected.length === 0) throw new Error(`wait ${path} has no section: say what is waited for`);
  let problems: readonly string[] = ['nothing was pushed'];
  const findPushed = (): readonly Section[] | undefined => {
    const sections = pushedNow(client, workspace, path);
    if (sections === undefined) return undefined;
    problems = differences(expected, sections);
    return problems.length === 0 ? sections : undefined;
  };
  try {
    return await until(`what was pushed for ${path}`, findPushed);
  } catch (error) {
    throw new Error(problems.join('\n'), { cause: error });
  }
}
