// What tests need that is neither in the repository nor among its packages. It is installed before any test runs and
// without a limit of time; tests ask here for what was left for them.
import { needEmacs } from './emacs.mjs';
import { needGoReaders, needHelm, needKustomize } from './goPrograms.mjs';
import { needProgram } from './programs.mjs';
import { needWindowsNode } from './windows.mjs';
import { needWorkbench } from './workbench.mjs';

/** Each gives the path of what it is named after, installed when absent, or the reason why it cannot be had. */
const needs = {
  'test workbench': needWorkbench,
  chromium: () => needProgram(process.env.CHROMIUM_PATH, ['chromium', 'chromium-browser', 'google-chrome'], 'chromium'),
  neovim: () => needProgram(process.env.NVIM, ['nvim'], 'neovim'),
  emacs: needEmacs,
  helm: needHelm,
  kustomize: needKustomize,
  'readers of Go source': needGoReaders,
  'node for windows': needWindowsNode,
};

export const names = Object.keys(needs);

/** What a set-up has left, for the tests that come after it: JSON, by name. */
const variable = 'KUBECOMPAT_SET_UP';

/**
 * Installs them one after the other, each said in a line.
 *
 * @param out the stream for the lines.
 * @returns what is there now, by name, and the environment that tells tests of it.
 */
export function setUp(wanted = names, out = process.stdout) {
  const left = {};
  for (const name of wanted) {
    out.write(`set up ${name}: `);
    left[name] = needs[name]();
    out.write(`${left[name].path ?? left[name].reason}\n`);
  }
  return { left, env: { [variable]: JSON.stringify(left) } };
}

/** The path of one of them, or the reason why it is not there. It is installed unless a set-up has gone before. */
export function need(name) {
  const left = process.env[variable];
  return left === undefined ? needs[name]() : (JSON.parse(left)[name] ?? { reason: `${name} was not set up` });
}
