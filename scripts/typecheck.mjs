// npm run typecheck: checks the types of all parts with TypeScript 7, whose compiler is a native program. Tools that
// call the compiler use the `typescript` package, as TypeScript 7 has no stable interface for them.
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run } from './lib.mjs';

/** The parts whose types are checked separately. */
export const typeChecks = [
  { title: 'types of the server and the tests', project: 'tsconfig.json' },
  { title: 'types of the core, without Node', project: 'tsconfig.core.json' },
  { title: 'types of the site in a browser', project: 'site/tsconfig.json' },
  { title: 'types of the client', project: 'client/tsconfig.json' },
];

/** The arguments of Node.js that check a part. The compiler must be installed at the call, not when this module loads. */
export function typeCheckArguments({ project }) {
  const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript-native/package.json')));
  return [compiler, '-p', project];
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) {
  const failed = typeChecks.filter((check) => run(process.execPath, typeCheckArguments(check)).status !== 0);
  process.exit(failed.length === 0 ? 0 : 1);
}
