import { join } from 'node:path';
import { WorkspaceFolder } from '../harness/workspaceFolder.ts';
import { TestClient } from '../lsp/testClient.ts';
import { Editor } from './editor.ts';
import { changeFolder, textsIn, writeFiles } from './folder.ts';
import type { Section, Step } from './format.ts';
import { exchange } from './messages.ts';
import { readCommand } from './typed.ts';

/** The settings and capabilities of the client, in JSON: sections with these names are not files. */
const clientSections = ['options', 'settings', 'capabilities', 'workspace'] as const;

/** Sends the requests of a scenario to a server in this process, and returns each with its answer in readable form. */
export async function runRequests(
  files: readonly Section[],
  steps: readonly Step[],
  programs: (name: string) => string,
): Promise<readonly Step[]> {
  const workspace = new WorkspaceFolder({});
  const filled = (text: string) => text.replaceAll('$WORK', workspace.path).replaceAll('$HELM', () => programs('helm'));
  const sectionOf = (name: (typeof clientSections)[number]) => {
    const text = files.findLast((section) => section.name === name)?.body;
    return text === undefined ? undefined : JSON.parse(filled(text));
  };
  writeFiles(
    workspace,
    files.filter(({ name }) => !clientSections.some((clientFile) => clientFile === name)),
  );
  const opened: string | null | undefined = sectionOf('workspace');
  const client = await TestClient.start({
    ...(opened === null ? {} : { folder: join(workspace.path, opened ?? '.') }),
    initializationOptions: sectionOf('options') ?? { targets: ['1.37'] },
    ...(sectionOf('settings') === undefined ? {} : { settings: sectionOf('settings') }),
    ...(sectionOf('capabilities') === undefined ? {} : { capabilities: sectionOf('capabilities') }),
  });
  try {
    const editor = new Editor(client, workspace);
    const done: Step[] = [];
    for (const step of steps) {
      const results = (await exchange(client, workspace, step)) ?? (await follow(editor, workspace, step));
      done.push({ command: step.command, results });
    }
    return done;
  } finally {
    await client.stop();
    workspace.remove();
  }
}

/** Runs a step, and notifies the server of the changed files, as editors do. */
async function follow(editor: Editor, workspace: WorkspaceFolder, { command, results }: Step) {
  const before = textsIn(workspace.path);
  const changed = changeFolder(workspace, readCommand(command), results);
  if (changed === undefined) return editor.follow(command, results);
  await editor.tellChanges(before, textsIn(workspace.path));
  return changed;
}
