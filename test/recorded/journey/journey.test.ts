import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isValueMap } from '../../../server/src/conversion/value.ts';
import { outdatedObject } from '../../../server/src/live/stored.ts';
import { kindOfResource } from '../../../server/src/plan/changes.ts';
import { planBetween } from '../../../server/src/plan/plan.ts';
import { type RollbackOutcome, rollbackOutcomes } from '../../../server/src/plan/rollback.ts';
import type { WorkspaceReport } from '../../../server/src/report/workspaceReport.ts';
import { formatTargetFlags } from '../../../server/src/targets/format.ts';
import { parseGroupVersion } from '../../../server/src/targets/groupVersion.ts';
import { withTargetCrds } from '../../../server/src/workspace/settings/targetCrds.ts';
import { command, reportOf } from '../../agreement/asked.ts';
import { resolveFlags } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import type { Created, ManifestAnswers, RecordingHeader, StoredOutcome } from './rows.ts';

const { head, rows } = readRecording<ManifestAnswers, RecordingHeader>(new URL('answers.jsonl.gz', import.meta.url));
const targets = head.stations.map(({ binary, flags }) => [binary, ...flags.map((flag) => flag.slice(2))].join(','));
const surfaces = head.stations.map(({ binary, flags }) => {
  const resolved = resolveFlags(binary, flags);
  assert.ok(resolved.ok);
  return resolved.surface;
});
/** The groups of definitions in the manifests; another command covers their objects. */
const customGroups = new Set(
  rows.flatMap(({ manifest: { kind, spec } }) =>
    kind === 'CustomResourceDefinition' && isValueMap(spec) ? [String(spec['group'])] : [],
  ),
);
const [first, last] = [surfaces[0], surfaces.at(-1)];
assert.ok(first !== undefined && last !== undefined);
const plan = planBetween(first, last, withTargetCrds);
const steps = plan.steps.map((_, index) => index);

/** A manifest of the plan's JSON. */
interface Planned {
  readonly file: string;
  readonly wayBack: readonly {
    readonly step: number;
    readonly outcome: RollbackOutcome;
    readonly lostFields: readonly string[];
    readonly fieldsWithoutEffect: readonly string[];
    readonly refusedAnew: boolean;
  }[];
}

describe('a recorded upgrade with rollbacks', () => {
  let folder = '';
  let creates: Findings;
  let updates: Findings;
  let planned: ReadonlyMap<string, Planned>;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'journey-'));
    for (const [index, { manifest }] of rows.entries()) {
      writeFileSync(join(folder, fileOf(index)), JSON.stringify(manifest));
    }
    const targetFlags = targets.flatMap((target) => ['--target', target]);
    creates = findingsIn(await reportOf(folder, ['check', '.', ...targetFlags]));
    updates = findingsIn(await reportOf(folder, ['check', '.', ...targetFlags, '--operation', 'update', '--old', '.']));
    const ends = ['--from', targets[0] ?? '', '--to', targets.at(-1) ?? ''];
    const { resources }: { resources: readonly Planned[] } = JSON.parse(
      await command(folder, ['plan', '.', ...ends, '--format', 'json']),
    );
    planned = new Map(resources.map((resource) => [resource.file, resource]));
  });

  /** How often each outcome was compared, to verify that all were. */
  const counts: Record<string, number> = {};

  after(() => {
    rmSync(folder, { recursive: true, force: true });
    for (const outcome of ['not-served', 'fields-lost', 'no-effect', 'kept', 'nothing']) {
      assert.ok((counts[outcome] ?? 0) > 0, JSON.stringify(counts));
    }
  });

  it('has the steps of the plan, and a hundred kinds of manifests', () => {
    assert.deepEqual(
      targets.slice(1),
      plan.steps.map(({ after }) =>
        formatTargetFlags(after.target)
          .join(' ')
          .replaceAll(/--binary-version=| --/g, (mark) => (mark === ' --' ? ',' : '')),
      ),
    );
    const kinds = new Set(rows.map(({ manifest }) => manifest['kind']));
    assert.ok(kinds.size >= 100, String(kinds.size));
  });

  for (const [station, target] of targets.entries()) {
    it(`check reports the answers of ${target} to creates`, () => {
      const wrong = rows.flatMap(({ manifest, created }, index) => {
        const answer = created[station];
        if (answer === undefined || isAboutOthers(answer, manifest, station)) return [];
        const predicted = [...creates(index, station)].sort();
        return isSame(predicted, answered(answer))
          ? []
          : [`${nameOf(manifest)}: ${predicted.join(', ')} instead of ${answered(answer).join(', ')}`];
      });
      assert.deepEqual(wrong, []);
    });

    it(`check --operation update reports the answers of ${target} to updates of objects that the first server stored`, () => {
      const wrong = rows.flatMap(({ manifest, kept }, index) => {
        const object = kept[station];
        if (object?.put === undefined || object.missing !== undefined) return [];
        const refused = object.put.status >= 400;
        const isReported = [...updates(index, station)].some((update) => /^(invalid|unknown-field)/.test(update));
        return isReported === refused
          ? []
          : [`${nameOf(manifest)}: ${isReported} instead of ${object.put.message ?? 'taken'}`];
      });
      assert.deepEqual(wrong, []);
    });

    it(`targets stored lists the versions of objects that ${target} serves`, () => {
      const surface = surfaces[station];
      assert.ok(surface !== undefined);
      for (const { manifest, kept } of rows) {
        for (const apiVersion of kept[station]?.managers ?? []) {
          const gvk = {
            ...(parseGroupVersion(apiVersion) ?? { group: '', version: '' }),
            kind: String(manifest['kind']),
          };
          if (customGroups.has(gvk.group)) continue;
          const item = { metadata: { name: 'a', managedFields: [{ apiVersion, manager: 'a', operation: 'Apply' }] } };
          const scanned = { ...gvk, resource: '', namespaced: true, storedAs: undefined, storedVersions: undefined };
          const verdict: string = outdatedObject(item, scanned, surface)?.managers[0]?.verdict ?? '';
          const served: boolean = surface.availability(gvk).state === 'served';
          assert.equal(/last served|not served/.test(verdict), !served, `${apiVersion} ${gvk.kind}: ${verdict}`);
        }
      }
    });

    it(`${target} stored objects in the versions that the plan names`, () => {
      const surface = surfaces[station];
      assert.ok(surface !== undefined);
      const versions = [...surface.storageVersions].flatMap(([resource, version]) => {
        const kind = kindOfResource(surface, resource);
        return kind === undefined ? [] : [[`${kind.group} ${kind.kind}`, version] as const];
      });
      const known = new Map(versions);
      const wrong = (head.stored[station] ?? []).filter((stored) => {
        const [apiVersion = '', kind = ''] = stored.split(' ');
        const { group, version } = parseGroupVersion(apiVersion) ?? { group: '', version: '' };
        const expected = known.get(`${group} ${kind}`);
        return expected !== undefined && expected !== version;
      });
      assert.deepEqual(wrong, []);
    });
  }

  for (const step of steps) {
    it(`a rollback from step ${step + 1} was possible if the plan allows it`, () => {
      if (plan.steps[step]?.rollback.open === true) assert.ok(head.ready[step]);
    });

    it(`a rollback from step ${step + 1} had the effect on each manifest that the plan predicts`, () => {
      const wrong = rows.flatMap(({ manifest, created, rolledBack }, index) => {
        const object = rolledBack[step];
        // The plan does not cover objects that the step itself stored incompletely.
        const stored = created.findIndex(
          ({ status }, at) => status === 201 && at >= (isBound(manifest) ? 0 : step + 1),
        );
        if (object === undefined || object === null || created[stored]?.missing !== undefined) return [];
        const outcome = outcomeAt(planned.get(fileOf(index)), step);
        counts[outcome] = (counts[outcome] ?? 0) + 1;
        const actual = realOutcome(object);
        return sameOutcome(outcome, actual) ? [] : [`${nameOf(manifest)}: ${outcome} instead of ${actual}`];
      });
      assert.deepEqual(wrong, []);
    });

    it(`the summary of step ${step + 1} agrees with its manifests`, () => {
      const { lostFields = [], lostKinds = [] } = plan.steps[step]?.rollback ?? {};
      for (const [index, { manifest }] of rows.entries()) {
        for (const rollback of planned.get(fileOf(index))?.wayBack ?? []) {
          if (rollback.step !== step + 1) continue;
          const { group = '' } = parseGroupVersion(String(manifest['apiVersion'])) ?? {};
          const kind = group === '' ? String(manifest['kind']) : `${manifest['kind']}.${group}`;
          assert.equal(rollback.outcome === 'not-served', lostKinds.includes(kind), nameOf(manifest));
          if (rollback.outcome !== 'fields-lost') continue;
          for (const path of rollback.lostFields) {
            const name = path.slice(path.lastIndexOf('.') + 1);
            assert.ok(
              lostFields.some((field) => field.endsWith(`.${name}`)),
              `${nameOf(manifest)} ${path}`,
            );
          }
        }
      }
    });
  }

  it('plan and check agree', () => {
    for (const [index, { manifest }] of rows.entries()) {
      const rollbacks = planned.get(fileOf(index))?.wayBack ?? [];
      if (rollbacks.length === 0) continue;
      const again = [...updates(index, 0)].filter((update) => !update.startsWith('warning'));
      const isAffected = rollbacks.some(({ outcome }) =>
        /^(not-served|other-version|update-refused|fields-lost)$/.test(outcome),
      );
      assert.equal(again.length > 0, isAffected, `${nameOf(manifest)}: ${again.join(' ')}`);
      const isRefused = [...creates(index, 0)].some((create) => /^(not-served|invalid|unknown-field)/.test(create));
      assert.equal(
        rollbacks.some(({ refusedAnew }) => refusedAnew),
        isRefused,
        nameOf(manifest),
      );
    }
  });

  it('diff shows the differences between the answers of the first server and a later one', async () => {
    for (const [station, target] of targets.entries()) {
      if (station === 0) continue;
      const output = await command(folder, [
        'diff',
        '.',
        '--from',
        targets[0] ?? '',
        '--to',
        target,
        '--format',
        'json',
      ]);
      const { differences }: { differences: readonly { file: string; onlyAt: readonly { consequence: string }[] }[] } =
        JSON.parse(output);
      const reportedFiles = new Set(differences.map(({ file }) => file));
      for (const [index, { manifest, created }] of rows.entries()) {
        const [before, after] = [created[0], created[station]];
        if (before === undefined || after === undefined) continue;
        if (isAboutOthers(before, manifest, 0) || isAboutOthers(after, manifest, station)) continue;
        if (answered(before).join() !== answered(after).join())
          assert.ok(reportedFiles.has(fileOf(index)), `${target} ${nameOf(manifest)}`);
      }
    }
  });
});

/** The findings on a manifest at a station, each as `consequence path`. */
type Findings = (row: number, station: number) => ReadonlySet<string>;

function findingsIn({ findings }: WorkspaceReport): Findings {
  const all = new Map<string, Set<string>>();
  for (const { file, target, consequence, path } of findings) {
    if (consequence === 'advice') continue;
    const key = `${file} ${target}`;
    // Lost fields are compared by path, refusals only by verdict.
    const outcome =
      consequence === 'dropped' || consequence === 'unknown-field' ? `${consequence} ${path}` : consequence;
    all.set(key, (all.get(key) ?? new Set()).add(outcome));
  }
  return (row, station) => all.get(`${fileOf(row)} ${targets[station]}`) ?? new Set();
}

/** The answer of a server in the same form. */
function answered({ status, warnings = [], strict, missing = [] }: Created): readonly string[] {
  const verdict = status === 404 ? ['not-served'] : status === 422 ? ['invalid'] : [];
  const unknown = [...(strict ?? '').matchAll(/unknown field "([^"]*)"/g)].map(([, path = '']) => path);
  const dropped = missing.filter((path) => !unknown.includes(path)).map((path) => `dropped ${path}`);
  return [
    ...verdict,
    ...unknown.map((path) => `unknown-field ${path}`),
    ...dropped,
    ...(warnings.length > 0 ? ['warning'] : []),
  ].sort();
}

/**
 * Whether the findings match the answer of a server. A refused object hides which fields were pruned before; a dropped
 * field also drops references to it, such as the mounts of a volume.
 */
function isSame(predicted: readonly string[], actual: readonly string[]): boolean {
  if (actual.includes('invalid')) return predicted.includes('invalid');
  const verdicts = (all: readonly string[]) => all.filter((outcome) => !outcome.startsWith('dropped ')).join();
  const dropped = (all: readonly string[]) => all.filter((outcome) => outcome.startsWith('dropped '));
  const [ourDrops, actualDrops] = [dropped(predicted), dropped(actual)];
  return (
    verdicts(predicted) === verdicts(actual) &&
    (ourDrops.length === 0) === (actualDrops.length === 0) &&
    ourDrops.every((outcome) => actualDrops.some((other) => outcome.startsWith(other)))
  );
}

/** Objects with a fixed name are stored once, by the first server that accepts them. */
function isBound({ kind }: ManifestAnswers['manifest']): boolean {
  return ['CustomResourceDefinition', 'APIService', 'IPAddress'].includes(String(kind));
}

/** Whether the answer depends on other objects: an existing object with the name, or a definition that was refused. */
function isAboutOthers({ status }: Created, { apiVersion }: ManifestAnswers['manifest'], station: number): boolean {
  if (status === 409 || status === 403) return true;
  return String(apiVersion).startsWith('example.com/') && status === 404 && station === 0;
}

function outcomeAt(planned: Planned | undefined, step: number): RollbackOutcome | 'nothing' {
  const outcomes = (planned?.wayBack ?? [])
    .filter((rollback) => rollback.step <= step + 1)
    .map(({ outcome }) => outcome);
  return rollbackOutcomes.find((outcome) => outcomes.includes(outcome)) ?? 'nothing';
}

/** The state of a stored object as a server shows it, which excludes whether its fields have an effect. */
function realOutcome({ read, missing = [], writtenBack }: NonNullable<StoredOutcome>): string {
  if (read === 404) return 'not served';
  if (writtenBack !== undefined && writtenBack.status >= 400) return `update refused: ${writtenBack.message}`;
  return missing.length > 0 ? `lost ${missing.join(' ')}` : 'kept';
}

function sameOutcome(predicted: RollbackOutcome | 'nothing', actual: string): boolean {
  switch (predicted) {
    case 'not-served':
    case 'other-version':
      return actual === 'not served';
    case 'update-refused':
      return actual.startsWith('update refused');
    case 'fields-lost':
      return actual.startsWith('lost');
    default:
      return actual === 'kept';
  }
}

function fileOf(index: number): string {
  return `m${String(index).padStart(3, '0')}.json`;
}

function nameOf(manifest: ManifestAnswers['manifest']): string {
  return JSON.stringify([manifest['apiVersion'], manifest['kind'], manifest['metadata']]).slice(0, 120);
}
