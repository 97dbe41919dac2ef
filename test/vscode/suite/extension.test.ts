import assert from 'node:assert/strict';
import {
  commands,
  DiagnosticSeverity,
  DiagnosticTag,
  extensions,
  Selection,
  TabInputTextDiff,
  TabInputWebview,
  window,
  workspace,
} from 'vscode';
import { until } from '../../harness/guards.ts';
import { codeOf, codesAre, diagnostics, file, open, quickFixes, write } from './editor.ts';

describe('the extension', () => {
  it('is activated by a manifest', async () => {
    const extension = extensions.getExtension('kubecompat.kubecompat');
    assert.ok(extension !== undefined, 'the extension is installed');
    await open('clean.yaml');
    await until('activation', () => extension.isActive);
  });

  it('reports nothing in a valid manifest', async () => {
    // The diagnostics of the other document show that the server is running.
    await codesAre(await open('cronjobs.yaml'), ['removed-api', 'removed-api']);
    assert.deepEqual(diagnostics(await open('clean.yaml')), []);
  });

  it('marks fields that the server would refuse, with a code that links to its explanation', async () => {
    const document = await open('cronjobs.yaml');
    const [first] = await codesAre(document, ['removed-api', 'removed-api']);
    assert.ok(first !== undefined);
    assert.equal(first.severity, DiagnosticSeverity.Error);
    assert.equal(document.getText(first.range), 'batch/v1beta1');
    assert.ok(typeof first.code === 'object');
    const explanation = await workspace.openTextDocument(first.code.target);
    assert.match(explanation.getText(), /removed-api/);
  });

  it('updates its findings during typing', async () => {
    const document = await open('clean.yaml');
    const editor = window.activeTextEditor;
    assert.ok(editor?.document === document);
    const at = document.positionAt(document.getText().indexOf('\ndata:') + 1);
    await editor.edit((edit) => edit.insert(at, 'datum: {}\n'));
    await codesAre(document, ['unknown-field']);
    await commands.executeCommand('undo');
    await codesAre(document, []);
  });

  it('has a quick fix that changes nothing else and can be undone', async () => {
    const document = await open('quick-fix.yaml');
    const before = document.getText();
    const [found] = await codesAre(document, ['removed-api']);
    assert.ok(found !== undefined);
    const actions = await quickFixes(document, found);
    const fix = actions.find(({ isPreferred }) => isPreferred === true);
    assert.ok(fix?.edit !== undefined, `no preferred fix among ${actions.map(({ title }) => title).join(', ')}`);
    assert.ok(await workspace.applyEdit(fix.edit), 'the editor applies the fix');
    assert.equal(document.getText(), before.replace('batch/v1beta1', 'batch/v1'));
    await codesAre(document, []);
    await commands.executeCommand('undo');
    await until('the text before the fix', () => document.getText() === before);
    await codesAre(document, ['removed-api']);
  });

  it('applies every safe fix of a file in one step', async () => {
    const document = await open('cronjobs.yaml');
    const before = document.getText();
    await codesAre(document, ['removed-api', 'removed-api']);
    await commands.executeCommand('kubecompat.fixAll');
    await until('the fixes', () => document.getText() === before.replaceAll('batch/v1beta1', 'batch/v1'));
    await codesAre(document, []);
    await commands.executeCommand('undo');
    await until('the text before the fixes', () => document.getText() === before);
  });

  it('checks the other documents of a file with a broken one', async () => {
    const document = await open('broken.yaml');
    const found = await codesAre(document, ['removed-api', 'syntax-error']);
    const removed = found.find((diagnostic) => codeOf(diagnostic) === 'removed-api');
    assert.equal(removed === undefined ? undefined : document.getText(removed.range), 'batch/v1beta1');
  });
});

describe('conversions', () => {
  it('are shown in a diff editor before a file is changed', async () => {
    const document = await open('quick-fix.yaml');
    const before = document.getText();
    await codesAre(document, ['removed-api']);
    const line = document.positionAt(before.indexOf('apiVersion')).line;
    const editor = window.activeTextEditor;
    assert.ok(editor?.document === document);
    editor.selection = new Selection(line, 0, line, 0);
    await commands.executeCommand('kubecompat.previewConversion', 'batch/v1');
    const diff = await until('the comparison', () => {
      const input = window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof TabInputTextDiff && input;
    });
    assert.equal(diff.original.toString(), document.uri.toString());
    const preview = await workspace.openTextDocument(diff.modified);
    assert.equal(preview.getText(), before.replace('batch/v1beta1', 'batch/v1'));
    assert.equal(document.getText(), before);
    await commands.executeCommand('workbench.action.closeActiveEditor');
  });
});

describe('targets', () => {
  it('can be chosen for the workspace', async () => {
    const document = await open('quick-fix.yaml');
    await codesAre(document, ['removed-api']);
    await commands.executeCommand('kubecompat.selectTarget', ['1.24']);
    assert.deepEqual(workspace.getConfiguration('kubecompat').get('targets'), ['1.24']);
    const [found] = await codesAre(document, ['deprecated-api']);
    assert.deepEqual(found?.tags, [DiagnosticTag.Deprecated]);
    await commands.executeCommand('kubecompat.selectTarget', []);
    await codesAre(document, ['removed-api']);
  });

  it('are named in one diagnostic that they share', async () => {
    const document = await open('quick-fix.yaml');
    await commands.executeCommand('kubecompat.selectTarget', ['1.36', '1.37']);
    const found = await until('both names', () =>
      diagnostics(document).find(({ message }) => message.includes('1.36, 1.37')),
    );
    assert.equal(codeOf(found), 'removed-api');
    assert.equal(diagnostics(document).length, 1);
    await commands.executeCommand('kubecompat.selectTarget', []);
  });

  it('come from the nearest configuration, which is read again when it is saved', async () => {
    const document = await open('configured/cronjob.yaml');
    await codesAre(document, ['deprecated-api']);
    const config = (await workspace.openTextDocument(file('configured/.kubecompat.yaml'))).getText();
    await write('configured/.kubecompat.yaml', config.replace('[old]', '[new]'));
    await codesAre(await open('configured/cronjob.yaml'), ['removed-api']);
    await write('configured/.kubecompat.yaml', config);
    await codesAre(await open('configured/cronjob.yaml'), ['deprecated-api']);
  });

  it('replace those of the configuration while they are chosen', async () => {
    const document = await open('configured/cronjob.yaml');
    await codesAre(document, ['deprecated-api']);
    await commands.executeCommand('kubecompat.selectTarget', ['1.36']);
    await codesAre(document, ['removed-api']);
    await commands.executeCommand('kubecompat.selectTarget', []);
    await codesAre(document, ['deprecated-api']);
  });

  it('are marked in the configuration and in files if they cannot exist, and the others apply', async () => {
    const name = 'configured/.kubecompat.yaml';
    const good = (await open(name)).getText();
    await write(name, good.replace('"1.36"', '"1.30"'));
    const [refused] = await codesAre(await open(name), ['configuration']);
    assert.match(refused?.message ?? '', /1\.30/);
    await write(name, good.replace('[old]', '[odl]'));
    const [unknown] = await codesAre(await open(name), ['configuration']);
    assert.match(unknown?.message ?? '', /odl.*\n.*old/);
    await codesAre(await open('configured/cronjob.yaml'), ['configuration', 'deprecated-api', 'removed-api']);
    await write(name, good);
    await codesAre(await open('configured/cronjob.yaml'), ['deprecated-api']);
  });
});

describe('commands', () => {
  it('show the workspace report in a panel', async () => {
    await commands.executeCommand('kubecompat.showReport');
    const panels = () =>
      window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('kubecompat.report'));
    const [panel] = await until('the panel', () => panels().length > 0 && panels());
    assert.ok(panel !== undefined);
    await commands.executeCommand('kubecompat.showReport');
    assert.equal(panels().length, 1, 'the panel is used again');
    await window.tabGroups.close(panel);
  });

  it('show the plan of an upgrade in a panel', async () => {
    await commands.executeCommand('kubecompat.showPlan', '1.24', '1.26');
    const panels = () =>
      window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .filter(({ input }) => input instanceof TabInputWebview && input.viewType.endsWith('kubecompat.plan'));
    const [panel] = await until('the panel', () => panels().length > 0 && panels());
    assert.equal(panel?.label, 'Upgrade Plan: 1.24 to 1.26');
    await commands.executeCommand('kubecompat.showPlan', '1.36', '1.37');
    await until('the other plan', () => panels().some(({ label }) => label === 'Upgrade Plan: 1.36 to 1.37'));
    assert.equal(panels().length, 1, 'the panel is used again');
    await window.tabGroups.close(panels());
  });

  it('explain a code', async () => {
    await commands.executeCommand('kubecompat.explain', 'removed-api');
    await until('the preview', () =>
      window.tabGroups.all.flatMap(({ tabs }) => tabs).some(({ label }) => label.includes('removed-api')),
    );
  });

  it('restart the server, which then knows the open documents', async () => {
    const document = await open('quick-fix.yaml');
    await codesAre(document, ['removed-api']);
    await commands.executeCommand('kubecompat.restartServer');
    await codesAre(document, ['removed-api']);
  });
});
