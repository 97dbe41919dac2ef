import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import { testMs } from '../../harness/guards.ts';

/**
 * Runs the suite inside the extension host; the workbench calls it by name. Results go to the files that the runner
 * sets.
 */
export async function run(): Promise<void> {
  const output = process.env['KUBECOMPAT_SUITE_OUTPUT'];
  const result = process.env['KUBECOMPAT_SUITE_RESULT'];
  // The extension host redirects console.log to its log, so the report goes to a file.
  if (output !== undefined) {
    Object.assign(Mocha.reporters.Base, {
      consoleLog: (...parts: unknown[]) => appendFileSync(output, `${format(...parts)}\n`),
    });
  }
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: testMs, reporter: 'spec', slow: 5000 });
  for (const file of readdirSync(__dirname)) if (file.endsWith('.test.cjs')) mocha.addFile(join(__dirname, file));
  const { passes = 0, failures = 0 } = await new Promise<Mocha.Stats | { passes?: number; failures?: number }>(
    (resolve) => {
      const runner = mocha.run(() => resolve(runner.stats ?? {}));
    },
  );
  if (result !== undefined) writeFileSync(result, JSON.stringify({ passes, failures }));
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
