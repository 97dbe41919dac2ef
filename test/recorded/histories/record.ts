/*
 * Records examples from the output of ask.ts:
 *   npx tsx test/recorded/histories/record.ts FOLDER KUBE_APISERVER IN.jsonl.gz ...
 * For each code and each set of expected refusals, the smallest definitions are reduced to the change, renamed, and
 * tried on a kube-apiserver again.
 *
 * A row of the recording has the pair of definitions (`before`, `after`), the `code`, `version` and `message` of the
 * change, the writes that should be refused (`claims`), the stored `object`, the `other` object of an update, and the
 * status codes of the `answers` (`values`: the values before and after). `histories.test.ts` compares the errors, and
 * their claims about creates and label updates, with it; it needs no server.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverPropertiesAt } from '../../../server/src/checks/crd-evolution/serverProperties.ts';
import type { ValueMap } from '../../../server/src/conversion/value.ts';
import { readRows, writeLines } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { RealServer } from '../../support/realServer.ts';
import { askedFlags } from '../asking.ts';
import { askOf } from './askOf.ts';
import { fieldOfChange } from './experiments.ts';
import { Installed } from './installed.ts';
import { stepsOfField } from './objects.ts';
import { changesOf, type IsolatedPair, manifestOf } from './pairs.ts';
import { reduced } from './reduce.ts';
import { type Project, releasesOf, type Step, stepsOf } from './releases.ts';
import { renamed } from './renamed.ts';

interface Asked {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  readonly name: string;
  readonly code: string;
  readonly version?: string;
  readonly message: string;
  readonly claims?: readonly string[] | undefined;
  readonly outcome: string;
  readonly object?: ValueMap;
  readonly other?: ValueMap;
  readonly answers: Readonly<Record<string, number>>;
  readonly pair?: number;
}

/** The number of examples for each code and set of writes. */
const maxExamples = 2;

const [folder = '', program = '', ...files] = process.argv.slice(2);
const recorded = files.flatMap((file) => readRows<Asked>(file));
const groups = new Map<string, Asked[]>();
for (const row of recorded.filter(({ outcome }) => outcome === 'shown')) {
  const key = `${row.code} ${row.claims?.join() ?? ''}`;
  groups.set(key, [...(groups.get(key) ?? []), row]);
}
const projects: readonly Project[] = JSON.parse(readFileSync(new URL('projects.json', import.meta.url), 'utf8'));
const circumstances = serverPropertiesAt(surfaceOf('1.37'));
const steps = new Map<string, readonly Step[]>();
const rows: object[] = [];
const server = await RealServer.start(program, askedFlags);
try {
  let number = 0;
  for (const [key, candidates] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    let found = 0;
    for (const row of [...candidates].sort((a, b) => sizeOf(a) - sizeOf(b)).slice(0, 12)) {
      if (found >= maxExamples) break;
      number += 1;
      const example = await exampleOf(row, `e${number}.example.com`);
      if (example !== undefined) found += 1;
      if (example !== undefined) rows.push(example);
    }
    process.stdout.write(`${key}: ${found}\n`);
  }
} finally {
  await server.stop();
}
const lines = [{ binary: '1.37.1' }, ...rows].map((line) => JSON.stringify(line));
writeLines(new URL('answers.jsonl.gz', import.meta.url), lines);
process.stdout.write(`${rows.length} examples\n`);

/** The change in definitions with nothing else, and the server's answers; undefined if these do not confirm it. */
async function exampleOf(row: Asked, group: string): Promise<object | undefined> {
  const step = stepsFor(row.project).find(
    ({ name, from, to }) => name === row.name && from === row.from && to === row.to,
  );
  if (step?.before === undefined || step.after === undefined) return undefined;
  const whole = { before: manifestOf(step.before.definition, group), after: manifestOf(step.after.definition, group) };
  const objects = [row.object, row.other].flatMap((object) => (object === undefined ? [] : [object]));
  const subject = { version: row.version, steps: stepsOfField(fieldOfChange(row)), objects };
  const pair = isShown(reduced(whole, subject), row) ? reduced(whole, subject) : whole;
  if (!isShown(pair, row) || JSON.stringify(pair).length > 80_000) return undefined;
  const { pair: renamedPair, inText } = renamed(pair);
  const meant = { ...row, message: inText(row.message) };
  if (!isShown(renamedPair, meant)) return undefined;
  const installed = await Installed.of(server, renamedPair.before);
  if (!(installed instanceof Installed)) return undefined;
  try {
    const answers = await askOf(renamedPair, installed, (changes) =>
      changes.filter(
        ({ rule, message, version }) => rule.code === row.code && message === meant.message && version === row.version,
      ),
    );
    const [answer] = answers;
    if (answer === undefined || answer.outcome !== 'shown' || !isOfThisAlone(answer)) return undefined;
    const { project, from, to, name } = row;
    return { project, from, to, name, ...answer, ...renamedPair };
  } finally {
    await installed.remove();
  }
}

/** Whether no other change of the definition refuses further writes. */
function isOfThisAlone({ claims = [], answers }: Pick<Asked, 'claims' | 'answers'>): boolean {
  return ['creates', 'label updates'].every((write) => {
    const status = answers[write];
    return claims.length === 0 || status === undefined || status >= 400 === claims.includes(write);
  });
}

function isShown(pair: IsolatedPair, { code, message, version }: Asked): boolean {
  return changesOf(pair).some(
    (change) => change.rule.code === code && change.message === message && change.version === version,
  );
}

function stepsFor(name: string): readonly Step[] {
  let known = steps.get(name);
  if (known === undefined) {
    const project = projects.find((candidate) => candidate.name === name);
    const checkout = join(folder, project?.repository.replace('/', '+') ?? '');
    const gitDir = [join(checkout, 'repo'), checkout].find((path) => existsSync(join(path, 'HEAD')));
    known =
      project === undefined || gitDir === undefined ? [] : stepsOf(project, releasesOf(project, gitDir), circumstances);
    steps.set(name, known);
  }
  return known;
}

function sizeOf({ pair }: Asked): number {
  return pair ?? Number.POSITIVE_INFINITY;
}
