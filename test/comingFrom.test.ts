import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commands } from '../server/src/cli/commands.ts';
import { isOn, parseArguments } from '../server/src/cli/flags/arguments.ts';
import { contextsIn } from '../server/src/cli/flags/contextFlags.ts';
import { pathFlags, takesPaths } from '../server/src/cli/flags/pathFlags.ts';
import { targetRequest } from '../server/src/cli/flags/targetFlags.ts';
import { minor } from '../server/src/targets/version.ts';

const page = readFileSync('docs/coming-from.md', 'utf8');

/** The commands of the page, each split into words. */
function commandsOf(text: string): readonly (readonly string[])[] {
  const inText = [...text.matchAll(/`(?:kubecompat|kubectl compat) ([^`]+)`/g)].map(([, words = '']) => words);
  const inBlocks = [...text.matchAll(/^.*?\bkubecompat (\S.*)$/gm)]
    .filter(([line]) => !line.includes('`') && !line.startsWith('#'))
    .map(([, words = '']) => words);
  const known = new Set(commands.map(({ name }) => name));
  return [...inText, ...inBlocks].map((words) => words.trim().split(/\s+/)).filter(([name = '']) => known.has(name));
}

describe('docs/coming-from.md', () => {
  const written = commandsOf(page);

  it('has many commands', () => assert.ok(written.length > 25, String(written.length)));

  for (const [name = '', ...rest] of written) {
    it(`has a command with existing flags: ${name} ${rest.join(' ')}`, async () => {
      const command = await commands.find((entry) => entry.name === name)?.load();
      assert.ok(command !== undefined);
      const parsed = parseArguments(rest, takesPaths(command) ? [...command.flags, ...pathFlags] : command.flags);
      assert.ok(parsed.positionals.length + parsed.flags.length > 0);
      const contexts = contextsIn(parsed, command);
      targetRequest({ ...parsed, clusters: new Map() }, minor(37));
      // Only clusters have stored objects and releases.
      const asksCluster = ['stored', 'releases'].some((flag) => isOn(parsed, flag));
      if (name === 'report' && asksCluster) assert.ok(contexts.length > 0);
    });
  }
});
