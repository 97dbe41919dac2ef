// Connects Neovim to the bundled language server over stdio, and checks the results and the saved file.
import { join } from 'node:path';
import { need } from '../../setup/needs.mjs';
import { runSession } from '../session.mjs';

const script = join(import.meta.dirname, 'session.lua');
runSession({
  title: 'Neovim',
  program: need('neovim'),
  args: (file) => ['--clean', '--headless', '-n', '-c', `luafile ${script}`, file],
  added: '# a line above\n',
});
