// Drives the bundled language server over stdio from Emacs with Eglot and reads back what it saved.
import { join } from 'node:path';
import { need } from '../../setup/needs.mjs';
import { runSession } from '../session.mjs';

const script = join(import.meta.dirname, 'session.el');
runSession({ title: 'Emacs', program: need('emacs'), args: () => ['--batch', '--load', script] });
