/**
 * Kubecompat as a library: judges, fixes and converts manifests for a given kube-apiserver, preserving the text. It
 * reads no files, uses no network and needs nothing of Node.js, so that it runs in browsers and edge workers too.
 * Context of a file (kustomizations, charts, configuration) is only available in the command line and the editor.
 *
 * Functions throw a TypeError for an argument of a wrong type, a RangeError for an invalid value, and nothing else:
 * broken manifests are part of the result. Exceptions of the caller's functions are passed through.
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

/** Judges the objects of a text for each target: manifests, kustomizations, Markdown with manifests. */
export function analyze(text: string, targets: Target | readonly Target[], options?: AnalyzeOptions): Analysis {
  return library.analyze(text, targets, options);
}

/** Applies fixes until none is left: the safe ones, and those that `accept` allows. Every other byte stays. */
export function fix(text: string, targets: Target | readonly Target[], options?: FixOptions): Fixed {
  return library.fix(text, targets, options);
}

/** Converts the objects of a text to another version of their API, newer or older, without losing comments or meaning. */
export function convert(text: string, targets: Target | readonly Target[], options?: ConvertOptions): Converted {
  return library.convert(text, targets, options);
}
