// Connects Emacs with Eglot to the bundled language server over stdio, and checks the results and the saved file.
import { join } from 'node:path';
import { need } from '../../setup/needs.mjs';
import { runSession } from '../session.mjs';

const script = join(import.meta.dirname, 'session.el');
runSession({ title: 'Emacs', program: need('emacs'), args: () => ['--batch', '--load', script] });
