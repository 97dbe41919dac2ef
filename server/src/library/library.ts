import { analyze as analyzeText } from '../analyze.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { convertText } from '../convertText.ts';
import { applyFixes } from '../fix.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { inputsWithoutContext } from '../judge/inputsWithoutContext.ts';
import { formatGroupVersion, type GroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { dayIn, listIn, optionsIn, stringIn, stringsIn, wordIn, wordsIn } from './arguments.ts';
import { LibraryTarget, targetOf } from './libraryTarget.ts';
import { policyOf, publicAnalysis, publicResource } from './publicAnalysis.ts';
import type {
  Analysis,
  AnalyzeOptions,
  Converted,
  ConvertOptions,
  Fixed,
  FixKind,
  FixOptions,
  Target,
  TargetOptions,
  TargetResult,
} from './types.ts';

/** The functions of the package, as `index.ts` documents them. */
export interface Library {
  createTarget(expression: string, options?: TargetOptions): TargetResult;
  analyze(text: string, targets: Target | readonly Target[], options?: AnalyzeOptions): Analysis;
  fix(text: string, targets: Target | readonly Target[], options?: FixOptions): Fixed;
  convert(text: string, targets: Target | readonly Target[], options?: ConvertOptions): Converted;
}

const fixKinds: readonly FixKind[] = ['safe', 'partial', 'lossy', 'forced'];
const conversionKinds: readonly ('lossy' | 'forced')[] = ['lossy', 'forced'];
const defaultsKinds: readonly ('keep' | 'take')[] = ['keep', 'take'];

/**
 * Makes the functions of the package.
 *
 * @param catalog gives the facts, when the first target is made.
 * @param today gives the day in UTC, `YYYY-MM-DD`.
 */
export function createLibrary(catalog: () => Catalog, today: () => string): Library {
  /** The inputs of a caller's text, without context. */
  const inputsOf = (text: string, targets: unknown, options: AnalyzeOptions): FileInputs => {
    stringIn('text', text);
    const resolved = (Array.isArray(targets) ? listIn('targets', 'targets', targets) : [targets]).map((item) =>
      LibraryTarget.from(item),
    );
    const file = stringIn('file', options.file ?? 'manifest.yaml');
    const day = dayIn('today', options.today ?? today());
    const surfaces = resolved.map((libraryTarget) => libraryTarget.surfaceFor(text, file));
    return { ...inputsWithoutContext(file, surfaces, day), severity: policyOf(options.severity) };
  };
  return {
    createTarget: (expression, options) => targetOf(stringIn('expression', expression), optionsIn(options), catalog()),

    analyze: (text, targets, given) => {
      const inputs = inputsOf(text, targets, optionsIn(given));
      return publicAnalysis(text, analyzeText(text, inputs), inputs.severity);
    },

    fix: (text, targets, given) => {
      const options = optionsIn(given);
      const inputs = inputsOf(text, targets, options);
      const kinds = new Set<string>(['safe', ...wordsIn('accept', options.accept ?? [], fixKinds)]);
      const codes = options.codes === undefined ? undefined : new Set(stringsIn('codes', options.codes));
      const fixed = applyFixes(
        text,
        inputs,
        (finding, { kind }) => kinds.has(kind) && codes?.has(finding.code) !== false,
      );
      const applied = fixed.applied.map(({ finding: { code, path }, fix: { title } }) => ({ code, path, title }));
      return { text: fixed.text, applied, left: publicAnalysis(fixed.text, fixed.analysis, inputs.severity) };
    },

    convert: (text, targets, given) => {
      const options = optionsIn(given);
      const inputs = inputsOf(text, targets, options);
      const accepts = new Set(wordsIn('accept', options.accept ?? [], conversionKinds));
      const defaults = wordIn('defaults', options.defaults ?? 'keep', defaultsKinds);
      const to = options.to === undefined ? undefined : versionIn(options.to);
      const { text: converted, outcomes } = convertText(text, inputs, { to, defaults, accepts });
      return {
        text: converted,
        outcomes: outcomes.map(({ resource, to: version, done, notes }) => ({
          resource: publicResource(resource, text),
          to: version === undefined ? undefined : formatGroupVersion(version),
          done,
          notes,
        })),
      };
    },
  };
}

function versionIn(written: unknown): GroupVersion {
  const version = parseGroupVersion(stringIn('to', written));
  if (version !== undefined) return version;
  throw new RangeError(`to: "${written}" is not a valid API version; write it as in apiVersion: apps/v1`);
}
