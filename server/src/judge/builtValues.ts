import { type BuiltValue, kustomizedValueFinding } from '../checks/kustomizeFinding.ts';
import { type Finding, isError } from '../finding.ts';
import type { AssembledResource } from '../kustomize/assembled.ts';
import type { BuildOfFile } from '../kustomize/fileContext.ts';
import { type CertainWrite, filledRoot } from '../kustomize/fill.ts';
import { locate, pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type Node, type ScalarNode, valueFor } from '../manifest/node.ts';
import { formatPath, pathOfSteps } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import type { DocumentFinding } from './analysis.ts';
import { changedIn, inBuilds } from './asBuilt.ts';
import { builtForm, verdictsOnForm } from './builtForm.ts';
import type { FileInputs } from './fileInputs.ts';

/**
 * Refusals of the values that a kustomization certainly writes with images, replacements, variables and patches. They are
 * reported at the entry that writes them, judged in the builds on top of the kustomization.
 *
 * @param root the kustomization, or a file with its replacements or a patch.
 * @param document its index in the file.
 */
export function builtValueFindings(root: Node, document: number, inputs: FileInputs): readonly DocumentFinding[] {
  const { context, surfaces, path = '' } = inputs;
  const builds = context.writtenBuilds();
  if (builds.length === 0) return [];
  const isWrittenHere = ({ by }: CertainWrite) => by?.file === path && (by.document ?? document) === document;
  const refused = builds.map((build) => refusedIn(build, isWrittenHere, inputs));
  return surfaces.flatMap(({ name: target }, index) => {
    const all = refused.flatMap((each) => each[index] ?? []);
    const distinct = new Map(all.map((fill) => [`${fill.path}\n${fill.message}`, fill]));
    return [...distinct].flatMap(([key, fill]): readonly DocumentFinding[] => {
      const { key: at, node, exact } = locate(root, fill.path);
      if (!exact && fill.written === undefined && !locate(root, fill.entry).exact) return [];
      if (!exact && (fill.written !== undefined || !fill.isMissing)) return [];
      // The patch may have changed since builds read it from disk.
      if (fill.written !== undefined && (node.kind !== 'scalar' || node.value !== fill.written)) return [];
      const isInline = node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('\n');
      const { start, end } = node.kind === 'scalar' && !isInline ? node : at;
      const finding = kustomizedValueFinding(refusalOf(fill, { start, end }), false);
      const effects = builds.map(({ name }, each) => {
        const same = refused[each]?.[index]?.find((other) => `${other.path}\n${other.message}` === key);
        return { name, effect: same?.effect ?? ('surely' as const) };
      });
      return inBuilds(finding, effects).map((each) => ({ document, finding: each, target }));
    });
  });
}

/** A value that is refused in a build. */
interface RefusedFill {
  /** The field path that it is written to. */
  readonly path: string;
  /** The path of the entry that writes it, equal to `path` or above it. */
  readonly entry: string;
  /** Whether the path may be absent in the file. */
  readonly isMissing: boolean;
  /** The scalar that the patch file had; undefined for all other writes. */
  readonly written?: ScalarNode['value'] | undefined;
  readonly message: string;
  readonly what: string;
  readonly why: string;
  readonly source: string;
  /** How the build changes it afterwards. */
  readonly effect: ReturnType<typeof changedIn>;
}

/** The refusals in a build, for each target. */
function refusedIn(
  { resources = [] }: BuildOfFile,
  isWrittenHere: (fill: CertainWrite) => boolean,
  inputs: FileInputs,
): readonly (readonly RefusedFill[])[] {
  const found: RefusedFill[][] = inputs.surfaces.map(() => []);
  for (const resource of resources) {
    const { root, fills } = resource;
    if (root === undefined) continue;
    const filled = builtForm(filledRoot(root, fills));
    if (filled === undefined) continue;
    const verdicts = verdictsOnForm(filled, inputs);
    if (!verdicts.some(({ findings }) => findings.some(isError))) continue;
    const others = fills.filter((fill) => !isWrittenHere(fill));
    const without = builtForm(filledRoot(root, others));
    if (without === undefined) continue;
    const before = verdictsOnForm(without, inputs);
    for (const [index, { findings }] of verdicts.entries()) {
      const known = new Set(before[index]?.findings.map(keyOf));
      for (const finding of findings) {
        if (!isError(finding) || known.has(keyOf(finding))) continue;
        const fill = fillAt(finding, fills.filter(isWrittenHere));
        if (fill?.by === undefined) continue;
        const steps = pathSteps(finding.path);
        const inner = steps.slice(fill.steps.length);
        // What is wrong above a value is wrong for other values as well.
        if (steps.length < fill.steps.length && resource.isOpen) continue;
        const written = fill.by.isPatch === true ? scalarIn(fill, inner) : undefined;
        if (fill.by.isPatch === true && !isCertain(finding, written, resource)) continue;
        // The text of an inline patch is one value of the kustomization.
        const isPatchFile = fill.by.isPatch === true && fill.by.document !== undefined;
        const stepsBelow = isPatchFile ? inner : [];
        const path =
          stepsBelow.length === 0 ? fill.by.path : formatPath(pathOfSteps([...pathSteps(fill.by.path), ...stepsBelow]));
        found[index]?.push({
          ...refusedFill(finding, fill, resource, filled.resource),
          path,
          entry: fill.by.path,
          isMissing: isPatchFile,
          written: isPatchFile ? written?.value : undefined,
        });
      }
    }
  }
  return found;
}

function keyOf({ code, path, message }: Finding): string {
  return `${code}\n${path}\n${message}`;
}

/** The last value written at the path of a finding, above or below it. Other values did not cause the finding. */
function fillAt({ path }: Finding, fills: readonly CertainWrite[]): CertainWrite | undefined {
  const steps = pathSteps(path);
  const meets = (fill: CertainWrite) => fill.steps.every((step, at) => at >= steps.length || step === steps[at]);
  return fills.findLast(meets);
}

/**
 * Whether a patch causes a finding: its value is refused, or all other writes are known. Otherwise, these may add a
 * missing field, or the object that a name refers to.
 */
function isCertain(
  { code, consequence }: Finding,
  written: ScalarNode | undefined,
  { isOpen }: AssembledResource,
): boolean {
  return consequence === 'invalid' && ((code === 'invalid-value' && written !== undefined) || !isOpen);
}

/** The scalar below a value that a patch writes. */
function scalarIn({ value }: CertainWrite, steps: readonly string[]): ScalarNode | undefined {
  let node: Node | undefined = value;
  for (const step of steps) {
    node = node?.kind === 'list' ? node.items[Number(step)] : node?.kind === 'map' ? valueFor(node, step) : undefined;
  }
  return node?.kind === 'scalar' ? node : undefined;
}

function refusedFill(
  finding: Finding,
  { before, steps, built }: CertainWrite,
  resource: AssembledResource,
  filled: Resource,
): Omit<RefusedFill, 'path' | 'entry' | 'isMissing'> {
  const { message, path, why, source } = finding;
  const inOutput =
    built === undefined ? message : message.replaceAll(formatPath(pathOfSteps(steps)), formatPath(pathOfSteps(built)));
  const { kind, name = '' } = filled;
  return {
    message: inOutput,
    what: `${kind} ${name}`.trim(),
    why,
    source,
    effect: changedIn({ ...resource, changes: resource.changes.slice(before) }, filled, { path, message }),
  };
}

function refusalOf({ path, message, what, why, source }: RefusedFill, span: Span): BuiltValue {
  const remedy = 'Change the value, or where it is written.';
  return { path, span, message, why: `This value is written into ${what}. ${why}`, remedy, source };
}
