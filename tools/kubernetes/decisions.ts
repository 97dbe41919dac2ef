import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, type JsonObject, object, optionalText, text } from '../../server/data/generator/json.ts';
import {
  changedFunctions,
  type Decision,
  newExpressionFunctions,
  newFields,
  newGates,
  newTags,
  readFunctions,
} from './derive/decisions.ts';
import { answerLines } from './derive/defaults.ts';
import { fieldsWithoutRule, tagsWithoutRule, unknownWarnings } from './derive/restrictions.ts';
import { readShapes } from './derive/shapes.ts';
import { addedPairs, askedPairs, newVersionPairs } from './derive/versionPairs.ts';
import { factText } from './factText.ts';
import { askSame, type GatherOptions, type ReleaseFacts, shapesOf } from './gather.ts';
import { run } from './go.ts';
import { type DownloadedModule, fetchModules } from './modules.ts';
import { mainModule, parseRelease, type Release } from './release.ts';
import type { Steps } from './steps.ts';
import { dataFolder, releasesRead, type Tables } from './tables.ts';
import { buildParser, sourceOf } from './workspace.ts';

/** The results of deriving a release. */
interface Derived extends GatherOptions {
  /** The tables before, with all of their minors. */
  readonly known: Tables;
  readonly merged: Tables;
  readonly found: ReleaseFacts;
}

/** The list of decisions for a person: the text of its file, absent if there are none, and a summary. */
export interface Decisions {
  readonly text: string | undefined;
  readonly summary: string;
}

/** The folders whose functions decide refusals and warnings, by module. */
const judged: readonly (readonly [module: string, folders: readonly string[]])[] = [
  [mainModule, ['pkg/apis/*/validation', 'pkg/apis/*/*/validation', 'pkg/api/*', 'pkg/registry/*/*/strategy.go']],
  [
    'k8s.io/apiextensions-apiserver',
    [
      'pkg/apis/apiextensions/validation',
      'pkg/apiserver/schema',
      'pkg/apiserver/validation',
      'pkg/registry/customresourcedefinition',
    ],
  ],
  [
    'k8s.io/apimachinery',
    ['pkg/api/validate', 'pkg/api/validation', 'pkg/apis/meta/v1/validation', 'pkg/util/validation'],
  ],
  // The declarations and costs of expressions, and the configuration files of the server.
  ['k8s.io/apiserver', ['pkg/cel/library', 'pkg/cel/environment', 'pkg/cel/common', 'pkg/apis/apiserver/validation']],
  ['k8s.io/kube-aggregator', ['pkg/apis/apiregistration/validation']],
];

/** Compares a release with the one in the facts and lists what no program can decide. Earlier decisions are kept. */
export function decide(derived: Derived): Decisions {
  const { release, tables } = derived;
  const since = previousRelease(release, tables);
  if (since === undefined || since.version === release.version)
    return {
      text: undefined,
      summary: 'Nothing is to be decided: the release is the one that the facts were read from.',
    };
  const folder = join(derived.folder, `since-${since.version}`);
  const old = fetchModules(since, derived.folder);
  const ours = ourSources();
  const functions = functionsOf(derived.modules, derived.steps, derived.folder);
  const immutable = tableOf('immutable-fields.json');
  const shapes = readShapes(JSON.parse(shapesOf(derived)));
  const entries = [
    ...changedFunctions(functionsOf(old, derived.steps, folder), functions, ours),
    ...fieldsWithoutRule(functions, immutable, release.minor),
    ...tagsWithoutRule(shapes, immutable, release.minor),
    ...unknownWarnings(functions, tableOf('server-warnings.json'), ours),
    ...newTags(readShapes(JSON.parse(shapesOf({ modules: old, steps: derived.steps, folder }))), shapes),
    ...newFields(typesOf(tables, since), derived.found.fields),
    ...versionPairs(derived),
    ...newGates(derived.found.dropped, tables.fieldGates, authored('dropped-fields.json')),
    ...newExpressionFunctions(derived.found.cel, authored('cel-libraries.json')),
  ];
  return {
    text: factText({ release: release.version, since: since.version, entries: withKnown(entries, release) }),
    summary: summary(entries, release, since),
  };
}

/** The new pairs of versions that need authored steps, by what the release makes of their objects. */
function versionPairs(derived: Derived): Decision[] {
  const { known, merged, found } = derived;
  const pairs = addedPairs(known.shapeChanges, merged.shapeChanges);
  const asked = askedPairs(pairs, merged.kinds, found.fields).map((pair) => `${JSON.stringify(pair)}\n`);
  const answers = asked.length === 0 ? [] : answerLines(askSame(derived, asked.join('')));
  return newVersionPairs(pairs, answers, tableOf('conversions.json'));
}

function previousRelease(release: Release, tables: Tables): Release | undefined {
  const read = releasesRead(tables);
  return parseRelease(read.get(release.minorText) ?? [...read.values()].at(-1) ?? '');
}

/** The functions of a release that decide refusals and warnings. */
export function functionsOf(modules: ReadonlyMap<string, DownloadedModule>, steps: Steps, folder: string) {
  const found = judged.map(([path, folders]) => {
    const module = modules.get(path);
    const printed = steps.run('functions', [sourceOf('functions'), module?.sum ?? '', ...folders], () =>
      run(buildParser('functions', folder), [module?.folder ?? '', ...folders], folder),
    );
    return [...readFunctions(JSON.parse(printed), path === mainModule ? '' : `${path}/`)];
  });
  return new Map(found.flat());
}

function typesOf(tables: Tables, since: Release): JsonObject {
  return object(fieldOf(tables.fields.get(since.minorText) ?? {}, 'defs') ?? {});
}

function tableOf(file: string): JsonObject {
  return object(JSON.parse(authored(file)));
}

function authored(file: string): string {
  return readFileSync(join(dataFolder, 'authored', file), 'utf8');
}

/** Our sources and authored facts that may follow a function of Kubernetes, by their path. */
function ourSources(): ReadonlyMap<string, string> {
  const root = new URL('../../', import.meta.url).pathname;
  const files = ['server/src', 'server/data/authored'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  const wanted = files.filter((name) => /\.(?:ts|json)$/.test(name) && !name.endsWith('.test.ts'));
  return new Map(wanted.map((name) => [name, readFileSync(join(root, name), 'utf8')]));
}

/** The entries with their earlier decisions, and entries of earlier runs for the same minor. */
function withKnown(entries: readonly Decision[], release: Release): JsonObject[] {
  const path = join(dataFolder, 'decisions', `${release.minorText}.json`);
  const known = existsSync(path) ? object(JSON.parse(readFileSync(path, 'utf8')))['entries'] : [];
  const before = new Map(
    (Array.isArray(known) ? known : []).map((entry) => [text(fieldOf(entry, 'what')), object(entry)]),
  );
  const now = entries.map((entry) => ({
    ...entry,
    decision: optionalText(before.get(entry.what)?.['decision']) ?? '',
  }));
  const names = new Set(entries.map(({ what }) => what));
  return [...[...before].filter(([what]) => !names.has(what)).map(([, entry]) => entry), ...now];
}

function summary(entries: readonly Decision[], release: Release, since: Release): string {
  const counts = new Map<string, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const lines = [...counts].map(([kind, count]) => `  ${count} ${kind}`);
  const head = `To be decided about ${release.version}, compared with ${since.version}: ${entries.length}`;
  const open = `server/data/decisions/${release.minorText}.json has them all; npm run catalog makes nothing of a release with an open one.`;
  return entries.length === 0
    ? head
    : [head, ...lines, release.preview ? 'A preview may have open ones.' : open].join('\n');
}
