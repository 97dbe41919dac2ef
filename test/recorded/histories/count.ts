/*
 * Counts the findings of `crd diff` in the histories of projects, from the last patch of each minor to that of the
 * next:
 *   npx tsx test/recorded/histories/count.ts FOLDER [--each] [ASKED.jsonl.gz ...]
 * FOLDER has a git directory for each repository of projects.json, OWNER+NAME or OWNER+NAME/repo. ASKED is the output
 * of ask.ts: of the errors in it that are still reported, this counts those that a server confirmed.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverPropertiesAt } from '../../../server/src/checks/crd-evolution/serverProperties.ts';
import { packedLines } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { type Project, releasesOf, stepsOf } from './releases.ts';

const [folder = '', ...options] = process.argv.slice(2);
const isEach = options.includes('--each');
const recorded = new Map<string, { readonly outcome: string; readonly line: string }>();
for (const file of options.filter((option) => option.endsWith('.gz'))) {
  for (const line of packedLines(file)) {
    const row: { readonly [key: string]: string } = JSON.parse(line);
    const { project = '', to = '', name = '', code = '', version = '', message = '', outcome } = row;
    if (outcome !== undefined) recorded.set([project, to, name, version, code, message].join('\n'), { outcome, line });
  }
}
const outcomes = new Map<string, Map<string, number>>();
const projects: readonly Project[] = JSON.parse(readFileSync(new URL('projects.json', import.meta.url), 'utf8'));
const circumstances = serverPropertiesAt(surfaceOf('1.37'));
const totals = new Map<string, number>();

for (const project of projects) {
  const checkout = join(folder, project.repository.replace('/', '+'));
  const gitDir = [join(checkout, 'repo'), checkout].find((path) => existsSync(join(path, 'HEAD')));
  if (gitDir === undefined) continue;
  const releases = releasesOf(project, gitDir);
  const steps = stepsOf(project, releases, circumstances);
  process.stdout.write(
    `${project.name}: ${releases.length} releases, ${releases[0]?.tag} to ${releases.at(-1)?.tag}\n`,
  );
  for (const { to, name, changes } of steps) {
    for (const { rule, version, message } of changes) {
      const answer = recorded.get([project.name, to, name, version ?? '', rule.code, message].join('\n'));
      if (answer === undefined) continue;
      const counts = outcomes.get(rule.code) ?? new Map<string, number>();
      outcomes.set(rule.code, counts.set(answer.outcome, (counts.get(answer.outcome) ?? 0) + 1));
      if (answer.outcome !== 'shown' && isEach) process.stdout.write(`  ${answer.line.slice(0, 1_500)}\n`);
    }
  }
  for (const [index, { tag }] of releases.entries()) {
    if (index === 0) continue;
    const stepsTo = steps.filter(({ to }) => to === tag);
    const errors = stepsTo.flatMap(({ name, before, after, changes }) => [
      ...(before !== undefined && after === undefined ? [{ name, code: 'gone', message: name }] : []),
      ...changes
        .filter(({ severity }) => severity === 'error')
        .map(({ rule, message, version }) => ({ name: `${name} ${version}`, code: rule.code, message })),
    ]);
    const codes = new Map<string, number>();
    for (const { code } of errors) {
      codes.set(code, (codes.get(code) ?? 0) + 1);
      totals.set(code, (totals.get(code) ?? 0) + 1);
    }
    const shown = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
    process.stdout.write(`  ${releases[index - 1]?.tag} to ${tag}: ${errors.length} errors ${shown}\n`);
    if (isEach) for (const { name, code, message } of errors) process.stdout.write(`    ${name} ${code}: ${message}\n`);
  }
}
for (const [code, count] of [...totals].sort(([, a], [, b]) => b - a)) {
  const answers = [...(outcomes.get(code) ?? [])].map(([outcome, of]) => `${outcome} ${of}`).join(', ');
  process.stdout.write(`${code}: ${count} errors; ${answers}\n`);
}
