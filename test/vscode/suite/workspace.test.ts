import assert from 'node:assert/strict';
import { commands, languages, type Uri, workspace } from 'vscode';
import { until } from '../../harness/guards.ts';
import { codeOf, file, open } from './editor.ts';

/** The codes of the findings in a file, whether it is open or not. */
function codes(uri: Uri): readonly string[] {
  return languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'kubecompat')
    .map(codeOf)
    .sort();
}

const codesAre = (uri: Uri, wanted: readonly string[]) =>
  until(`${wanted} in ${uri.path}`, () => JSON.stringify(codes(uri)) === JSON.stringify(wanted));

const write = (uri: Uri, text: string) => workspace.fs.writeFile(uri, Buffer.from(text));

describe('the workspace', () => {
  const setting = () => workspace.getConfiguration('kubecompat');

  it('is checked without opening its files', async () => {
    assert.ok(workspace.textDocuments.every(({ uri }) => uri.path !== file('closed/role.yaml').path));
    await open('clean.yaml');
    await codesAre(file('closed/role.yaml'), ['removed-api']);
  });

  it('has current findings when files are added, changed and removed', async () => {
    const uri = file('closed/new.yaml');
    const text = new TextDecoder().decode(await workspace.fs.readFile(file('closed/role.yaml')));
    await write(uri, text);
    await codesAre(uri, ['removed-api']);
    await write(uri, text.replace('v1beta1', 'v1'));
    await codesAre(uri, []);
    await write(uri, text);
    await codesAre(uri, ['removed-api']);
    await workspace.fs.delete(uri);
    await codesAre(uri, []);
  });

  it('keeps the findings of a file when its editor closes', async () => {
    const document = await open('closed/role.yaml');
    await codesAre(document.uri, ['removed-api']);
    await commands.executeCommand('workbench.action.closeActiveEditor');
    await codesAre(document.uri, ['removed-api']);
  });

  it('has no findings in files that the editor hides, and none if a setting turns them off', async () => {
    const uri = file('closed/role.yaml');
    await codesAre(uri, ['removed-api']);
    await workspace.getConfiguration('files').update('exclude', { closed: true });
    await codesAre(uri, []);
    await workspace.getConfiguration('files').update('exclude', undefined);
    await codesAre(uri, ['removed-api']);
    await setting().update('workspaceDiagnostics', 'openFiles');
    await codesAre(uri, []);
    await commands.executeCommand('kubecompat.checkFolder', file('closed'));
    await codesAre(uri, ['removed-api']);
    await setting().update('workspaceDiagnostics', undefined);
    await codesAre(file('cronjobs.yaml'), ['removed-api', 'removed-api']);
  });
});
