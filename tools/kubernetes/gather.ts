import { join } from 'node:path';
import { parse } from 'yaml';
import { probeRules, probeSchema } from '../../server/data/generator/contradictions/costProbes.ts';
import { type JsonObject, object } from '../../server/data/generator/json.ts';
import { formatMinor, minor } from '../../server/src/targets/version.ts';
import { type BinaryFacts, binaryFacts } from './derive/binaries.ts';
import { type AskBinary, builtInFacts } from './derive/builtIn.ts';
import { answerLines, defaultFacts, defaultsObjects, podTemplates } from './derive/defaults.ts';
import { fieldFacts } from './derive/fields.ts';
import { type DroppedRow, droppedFacts, droppedObjects } from './derive/gatedFields.ts';
import { type GateFact, gateFacts, gateList } from './derive/gates.ts';
import { type KindFact, kindFacts } from './derive/kinds.ts';
import { readShapes } from './derive/shapes.ts';
import { run } from './go.ts';
import { gatesBefore } from './merge/gates.ts';
import { type DownloadedModule, moduleFile } from './modules.ts';
import { mainModule, type Release } from './release.ts';
import { digest, type Steps } from './steps.ts';
import { emulationFloor, kindDefinitions, lastServed, type Tables } from './tables.ts';
import { buildParser, buildServerProgram, sourceOf } from './workspace.ts';

/** Everything that is derived from one release. */
export interface ReleaseFacts {
  readonly fields: Readonly<Record<string, JsonObject>>;
  readonly gates: ReadonlyMap<string, GateFact>;
  readonly kinds: ReadonlyMap<string, KindFact>;
  readonly binary: BinaryFacts;
  /** The entries of the tables of built-in parts of the binary, by file. */
  readonly builtIn: Readonly<Record<string, JsonObject>>;
  readonly defaults: ReadonlyMap<string, JsonObject>;
  readonly podTemplates: ReadonlyMap<string, string>;
  readonly dropped: readonly DroppedRow[];
  /** Functions of expressions by compatibility version. */
  readonly cel: JsonObject;
}

/** The inputs of the steps: the release, its modules, the present tables, and a build folder. */
export interface GatherOptions {
  readonly release: Release;
  readonly modules: ReadonlyMap<string, DownloadedModule>;
  readonly tables: Tables;
  readonly steps: Steps;
  readonly folder: string;
  /**
   * Whether to measure which gates drop which fields, which takes minutes; the facts only have that of the newest
   * binary.
   */
  readonly measuresDropped: boolean;
}

/** Derives the facts of a release, each step once. Throws `StepFailed` and `RangeError` with the step and place. */
export function gather(gathering: GatherOptions): ReleaseFacts {
  const { release, modules, tables } = gathering;
  const file = (module: string, path: string) => moduleFile(modules, module, path);
  const openapi: unknown = JSON.parse(file(mainModule, 'api/openapi-spec/swagger.json'));
  const shapes = readShapes(JSON.parse(shapesOf(gathering)));
  const ask = asker(gathering);
  const registered: unknown = JSON.parse(ask('gates', []));
  const gates = gateFacts({
    list: parse(file(mainModule, gateList)),
    registered,
    sources: gateSources(modules),
    minor: release.minorText,
    before: gatesBefore(tables.gates, release.minorText),
  });
  const installed: unknown = JSON.parse(ask('kinds', []));
  const kinds = kindFacts({
    core: JSON.parse(file(mainModule, 'api/discovery/api__v1.json')),
    discovery: JSON.parse(file(mainModule, 'api/discovery/aggregated_v2.json')),
    openapi,
    shapes,
    installed,
  });
  const names = new Set([...tables.gates.map((row) => String(row['gate'])), ...gates.keys()]);
  const fields = fieldFacts({ openapi, shapes, gates: names });
  const definitions = kindDefinitions(tables, kinds, fields);
  const templates = podTemplates(fields, definitions);
  const floor = emulationFloor(release.minor);
  return {
    fields,
    gates,
    kinds,
    binary: binaryFacts({
      minor: release.minor,
      versions: JSON.parse(ask('versions', [])),
      installed,
      kinds,
      lastServed: lastServed(tables, release.minor, kinds),
      emulationFloor: floor,
      apiextensions: file(mainModule, 'pkg/controlplane/apiserver/apiextensions.go'),
    }),
    builtIn: builtInFacts(release.minor, askBinary(gathering), { schema: probeSchema, rules: probeRules() }),
    defaults: defaultFacts(
      answerLines(ask('defaults', [], lines(defaultsObjects(fields, definitions, tables.defaults)))),
      templates,
    ),
    podTemplates: templates,
    dropped: droppedFacts(
      (gathering.measuresDropped ? range(floor, release.minor) : []).map((emulated) => [
        emulated,
        JSON.parse(ask('dropped', ['-emulated', emulated], lines(droppedObjects(fields, definitions)))),
      ]),
    ),
    cel: object(JSON.parse(ask('cel', ['-emulated', formatMinor(minor(release.minor - 1))]))),
  };
}

/** Queries the program around the release's own code; it is built at the first query without a cached answer. */
function asker(gathering: GatherOptions): (command: string, flags: readonly string[], input?: string) => string {
  const ask = programOf('server', gathering);
  return (command, flags, input = '') =>
    ask(
      [command, ...flags.filter((flag) => !flag.startsWith('-'))].join('-'),
      [...flags, command],
      [...flags, digest([input])],
      input,
    );
}

/** Whether manifests mean the same to the release, for lines with pairs of them (`go/same`). */
export function askSame(gathering: GatherOptions, pairs: string): string {
  return programOf('same', gathering)('same', [], [digest([pairs])], pairs);
}

/** Queries the flags, plugins and expressions of the release's binaries. */
function askBinary(gathering: GatherOptions): AskBinary {
  const ask = programOf('binary', gathering);
  return (command, args = [], input = '') =>
    ask(['binary', command].join('-'), [command, ...args], [...args, digest([input])], input);
}

/** Runs a program with the release's code; it is built at the first query without a cached answer. */
function programOf(name: string, { release, modules, steps, folder }: GatherOptions) {
  const sums = [...modules.values()].map(({ sum }) => sum);
  let program: string | undefined;
  return (step: string, args: readonly string[], inputs: readonly string[], input: string): string =>
    steps.run(step, [sourceOf(name), ...sums, ...inputs], () => {
      program ??= buildServerProgram(name, release, modules, folder);
      return run(program, args, folder, input);
    });
}

/** The packages of Go types, by the beginning of their import paths and the folder in the module. */
const typePackages = [
  ['k8s.io/api', ''],
  ['k8s.io/apimachinery', 'pkg'],
  ['k8s.io/apiextensions-apiserver', 'pkg/apis'],
  ['k8s.io/kube-aggregator', 'pkg/apis'],
] as const;

/** The types in the release's Go source, from `go/shapes`. */
export function shapesOf({ modules, steps, folder }: Pick<GatherOptions, 'modules' | 'steps' | 'folder'>): string {
  const from = typePackages.map(
    ([module, below]) => [join(module, below), join(modules.get(module)?.folder ?? '', below)] as const,
  );
  const sums = typePackages.map(([module]) => modules.get(module)?.sum ?? '');
  return steps.run('shapes', [sourceOf('shapes'), ...sums], () =>
    run(
      buildParser('shapes', folder),
      from.map(([path, at]) => `${path}=${at}`),
      folder,
    ),
  );
}

/** Where gates are declared, by component. */
const gateFiles = [
  ['apiextensions-apiserver', 'k8s.io/apiextensions-apiserver', 'pkg/features/kube_features.go'],
  ['apiserver', 'k8s.io/apiserver', 'pkg/features/kube_features.go'],
  ['client-go', 'k8s.io/client-go', 'features/known_features.go'],
  ['component-base/logs', 'k8s.io/component-base', 'logs/api/v1/kube_features.go'],
  ['component-base/metrics', 'k8s.io/component-base', 'metrics/features/kube_features.go'],
  ['component-base/zpages', 'k8s.io/component-base', 'zpages/features/kube_features.go'],
  ['controller-manager', 'k8s.io/controller-manager', 'pkg/features/kube_features.go'],
  ['kubernetes', mainModule, 'pkg/features/kube_features.go'],
] as const;

function gateSources(modules: ReadonlyMap<string, DownloadedModule>): Map<string, string> {
  return new Map(gateFiles.map(([component, module, path]) => [component, moduleFile(modules, module, path)]));
}

function lines(objects: readonly unknown[]): string {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => formatMinor(minor(first + index)));
}
