// The programs that tests need besides the repository and its packages. They are installed before the first test,
// without a time limit; tests look up the results here.
import { needEmacs } from './emacs.mjs';
import { needGoReaders, needHelm, needKubectl, needKustomize, needOldKubectl } from './goPrograms.mjs';
import { needProgram } from './programs.mjs';
import { needWindowsNode } from './windows.mjs';
import { needWorkbench } from './workbench.mjs';

/** Each function returns the path of a program, which it installs if absent, or the reason why it is not available. */
const needs = {
  'test workbench': needWorkbench,
  chromium: () => needProgram(process.env.CHROMIUM_PATH, ['chromium', 'chromium-browser', 'google-chrome'], 'chromium'),
  neovim: () => needProgram(process.env.NVIM, ['nvim'], 'neovim'),
  emacs: needEmacs,
  helm: needHelm,
  kubectl: needKubectl,
  'older kubectl': needOldKubectl,
  kustomize: needKustomize,
  'readers of Go source': needGoReaders,
  'node for windows': needWindowsNode,
};

export const names = Object.keys(needs);

/** The variable with the results of a setup for later tests: JSON, by name. */
const variable = 'KUBECOMPAT_SET_UP';

/**
 * Installs programs one by one, with a line of output for each.
 *
 * @param out the stream for the lines.
 * @returns the available programs by name, and the environment that passes them to tests.
 */
export function setUp(wanted = names, out = process.stdout) {
  const results = {};
  for (const name of wanted) {
    out.write(`set up ${name}: `);
    results[name] = needs[name]();
    out.write(`${results[name].path ?? results[name].reason}\n`);
  }
  return { left: results, env: { [variable]: JSON.stringify(results) } };
}

/** The path of a program, or the reason why it is not available. It is installed unless a setup has run. */
export function need(name) {
  const left = process.env[variable];
  return left === undefined ? needs[name]() : (JSON.parse(left)[name] ?? { reason: `${name} was not set up` });
}
