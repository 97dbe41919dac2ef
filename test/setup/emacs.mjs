// Emacs with Eglot, which is built in since version 29.
import { spawnSync } from 'node:child_process';
import { aptInstall, needProgram } from './programs.mjs';

/** The path of an Emacs with Eglot, installed with apt if absent, or the reason why it is not available. */
export function needEmacs() {
  const found = needProgram(process.env.EMACS, ['emacs'], 'emacs-nox');
  if (found.path === undefined || hasEglot(found.path)) return found;
  const problem = aptInstall('elpa-eglot');
  return hasEglot(found.path) ? found : { reason: `${found.path} has no Eglot and ${problem}` };
}

function hasEglot(emacs) {
  const load = "(progn (require 'package) (package-initialize) (require 'eglot))";
  return spawnSync(emacs, ['--batch', '--eval', load], { stdio: 'ignore' }).status === 0;
}
