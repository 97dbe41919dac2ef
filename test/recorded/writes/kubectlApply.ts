import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ValueMap } from '../../../server/src/conversion/value.ts';
import type { RealServer } from '../../support/realServer.ts';
import { sortedWithoutBigInts } from '../applies/askStored.ts';
import type { KeptAnswer } from '../asking.ts';

/** The answers to a client-side apply of several next states of one stored object, each a dry run of kubectl. */
export function kubectlApply(server: RealServer, nexts: readonly ValueMap[]): readonly KeptAnswer[] {
  const folder = join(server.folder, 'applied');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  nexts.forEach((next, index) => {
    writeFileSync(join(folder, `${index}.json`), JSON.stringify(next, sortedWithoutBigInts));
  });
  const { stderr, stdout } = spawnSync(
    'kubectl',
    ['apply', '--dry-run=server', '--validate=strict', '-o', 'name', '-f', folder],
    {
      encoding: 'utf8',
      env: { ...process.env, KUBECONFIG: server.kubeconfig, KUBECACHEDIR: join(server.folder, 'kubectl') },
      maxBuffer: 1 << 26,
    },
  );
  // kubectl prints an error for each file, over several lines; it names the file at the end.
  const errors = stderr.split(/^(?=Error |The |error|Warning:)/m).filter((text) => !text.startsWith('Warning:'));
  const answers = nexts.map((_, index): KeptAnswer => {
    const error = errors.find((text) => text.includes(`applied/${index}.json"`));
    return error === undefined ? { status: 200 } : answerOf(error);
  });
  const accepted = stdout.split('\n').filter(Boolean).length;
  // A status of 0 is an unknown answer.
  return accepted === answers.filter(({ status }) => status === 200).length
    ? answers
    : nexts.map(() => ({ status: 0, message: stderr.slice(0, 2_000) }));
}

const statuses: readonly (readonly [RegExp, number])[] = [
  [/\bis invalid\b|\(Invalid\)/, 422],
  [/\(BadRequest\)/, 400],
  [/\(Conflict\)/, 409],
  [/\(InternalError\)/, 500],
];

function answerOf(error: string): KeptAnswer {
  const status = statuses.find(([pattern]) => pattern.test(error))?.[1] ?? 1;
  return {
    status,
    message: error
      .slice(error.lastIndexOf('.json": ') + 8)
      .trim()
      .slice(0, 2_000),
  };
}
