/**
 * Kubecompat as a library: what a given kube-apiserver does with manifests, with fixes and conversions that keep the
 * text. It reads no file, asks no network and needs nothing of Node.js, so that it runs in browsers and edge workers too.
 * What lies around a file (kustomizations, charts, configuration) is known to the command line and the editor alone.
 *
 * Functions throw a TypeError for an argument of another type, a RangeError for a value that is not allowed, and nothing
 * else: broken manifests are a part of the result. What a function of the caller throws passes through.
 */
import type { Catalog } from '../catalog/catalog.ts';
import { loadCatalog } from '../catalog/load.ts';
import { catalogueText } from './catalogueText.ts';
import { createLibrary } from './library.ts';
import type {
  Analysis,
  AnalyzeOptions,
  Converted,
  ConvertOptions,
  Fixed,
  FixOptions,
  Target,
  TargetOptions,
  TargetResult,
} from './types.ts';

export type * from './types.ts';

let catalog: Catalog | undefined;

const library = createLibrary(
  () => (catalog ??= loadCatalog(JSON.parse(catalogueText()))),
  () => new Date().toISOString().slice(0, 10),
);

/**
 * Makes a target of an expression, as `--target` takes it: `1.37`, or
 * `1.37,emulated-version=1.35,feature-gates=JobManagedBy=false`. A target that its server would refuse to start with is a
 * problem in the result.
 */
export function createTarget(expression: string, options?: TargetOptions): TargetResult {
  return library.createTarget(expression, options);
}

/** Says what each target does with the objects of a text: manifests, kustomizations, Markdown with manifests. */
export function analyze(text: string, targets: Target | readonly Target[], options?: AnalyzeOptions): Analysis {
  return library.analyze(text, targets, options);
}

/** Applies fixes until nothing is left to fix: the safe ones, and what `accept` allows. Every other byte stays. */
export function fix(text: string, targets: Target | readonly Target[], options?: FixOptions): Fixed {
  return library.fix(text, targets, options);
}

/** Converts the objects of a text to another version of their API, newer or older, without losing comments or meaning. */
export function convert(text: string, targets: Target | readonly Target[], options?: ConvertOptions): Converted {
  return library.convert(text, targets, options);
}
