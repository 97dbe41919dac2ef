import { type Finding, isError } from '../finding.ts';
import type { AssembledResource } from '../kustomize/assembled.ts';
import type { BuildOfFile } from '../kustomize/fileContext.ts';
import { type Fill, filledRoot } from '../kustomize/fill.ts';
import { locate, pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type Node, type ScalarNode, valueFor } from '../manifest/node.ts';
import { printedJson } from '../manifest/printedJson.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
import { formatPath, pathOfSteps } from '../text/fieldPath.ts';
import type { DocumentFinding } from './analysis.ts';
import { changedIn, inBuilds } from './asBuilt.ts';
import type { FileInputs } from './fileInputs.ts';
import { judgeResource } from './judgeResource.ts';
import { filledIn } from './substitutionContext.ts';

/**
 * Refusals of the values that a kustomization certainly writes with images, replacements and variables. They are
 * reported at the entry that writes them, judged in the builds on top of the kustomization.
 *
 * @param root the kustomization, or a file with its replacements.
 * @param document its index in the file.
 */
export function builtValueFindings(root: Node, document: number, inputs: FileInputs): readonly DocumentFinding[] {
  const { context, surfaces, path = '' } = inputs;
  const builds = context.writtenBuilds();
  if (builds.length === 0) return [];
  const isHere = ({ by }: Fill) => by?.file === path && (by.document ?? document) === document;
  const refused = builds.map((build) => refusedIn(build, isHere, inputs));
  return surfaces.flatMap(({ name: target }, index) => {
    const all = refused.flatMap((each) => each[index] ?? []);
    const distinct = new Map(all.map((fill) => [`${fill.path}\n${fill.message}`, fill]));
    return [...distinct].flatMap(([key, fill]): readonly DocumentFinding[] => {
      const { key: at, node, exact } = locate(root, fill.path);
      if (!exact) return [];
      // The patch may have changed since builds read it from disk.
      if (fill.written !== undefined && (node.kind !== 'scalar' || node.value !== fill.written)) return [];
      const isInline = node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('\n');
      const { start, end } = node.kind === 'scalar' && !isInline ? node : at;
      const finding: Finding = { ...refusalOf(fill), span: { start, end } };
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
  /** The value that the file of a patch had; undefined for others. */
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
  isHere: (fill: Fill) => boolean,
  inputs: FileInputs,
): readonly (readonly RefusedFill[])[] {
  const found: RefusedFill[][] = inputs.surfaces.map(() => []);
  for (const resource of resources) {
    const { root, fills } = resource;
    if (root === undefined) continue;
    const filled = printedForm(filledRoot(root, fills));
    if (filled === undefined) continue;
    const verdicts = verdictsOn(filled, inputs);
    if (!verdicts.some(({ findings }) => findings.some(isError))) continue;
    const others = fills.filter((fill) => !isHere(fill));
    const without = printedForm(filledRoot(root, others));
    if (without === undefined) continue;
    const before = verdictsOn(without, inputs);
    for (const [index, { findings }] of verdicts.entries()) {
      const known = new Set(before[index]?.findings.map(keyOf));
      for (const finding of findings) {
        if (!isError(finding) || known.has(keyOf(finding))) continue;
        const fill = fillAt(finding, fills.filter(isHere));
        if (fill?.by === undefined) continue;
        const inner = pathSteps(finding.path).slice(fill.steps.length);
        const written = fill.by.isPatch === true ? certainValue(fill, finding, inner) : undefined;
        if (fill.by.isPatch === true && written === undefined) continue;
        // The text of an inline patch is one value of the kustomization.
        const isPatchFile = fill.by.isPatch === true && fill.by.document !== undefined;
        const below = isPatchFile ? inner : [];
        const path =
          below.length === 0 ? fill.by.path : formatPath(pathOfSteps([...pathSteps(fill.by.path), ...below]));
        found[index]?.push({
          ...refusedFill(finding, fill, resource, filled.resource),
          path: path,
          written: isPatchFile ? written?.value : undefined,
        });
      }
    }
  }
  return found;
}

/** A resource printed as a separate text. */
interface PrintedForm {
  readonly resource: Resource;
  readonly text: string;
}

/** Undefined if the text would exceed {@link largest}. */
function printedForm(root: Node): PrintedForm | undefined {
  const text = printedJson(root, largest);
  const resource = text === undefined ? undefined : readManifest(text).documents[0]?.root;
  const read = resource?.kind === 'map' ? resourceAt(resource, 0, undefined) : undefined;
  return text === undefined || read === undefined ? undefined : { resource: read, text };
}

/** In UTF-16 units. */
const largest = 1024 * 1024;

function verdictsOn({ resource, text }: PrintedForm, inputs: FileInputs) {
  return filledIn(text, resource, judgeResource(resource, text, inputs, undefined), inputs.context).verdicts;
}

function keyOf({ code, path, message }: Finding): string {
  return `${code}\n${path}\n${message}`;
}

/** The last value written at the path of a finding, above or below it. Other values did not cause the finding. */
function fillAt({ path }: Finding, fills: readonly Fill[]): Fill | undefined {
  const steps = pathSteps(path);
  const meets = (fill: Fill) => fill.steps.every((step, at) => at >= steps.length || step === steps[at]);
  return fills.findLast(meets);
}

/**
 * The refused value, if a patch alone causes a finding by writing it. Other patches may add what is missing, or what a name
 * refers to.
 */
function certainValue(
  { value }: Fill,
  { code, consequence }: Finding,
  steps: readonly string[],
): ScalarNode | undefined {
  if (code !== 'invalid-value' || consequence !== 'invalid') return undefined;
  let node: Node | undefined = value;
  for (const step of steps) {
    node = node?.kind === 'list' ? node.items[Number(step)] : node?.kind === 'map' ? valueFor(node, step) : undefined;
  }
  return node?.kind === 'scalar' ? node : undefined;
}

function refusedFill(
  finding: Finding,
  { before, steps, built }: Fill,
  resource: AssembledResource,
  filled: Resource,
): Omit<RefusedFill, 'path'> {
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

function refusalOf({ path, message, what, why, source }: RefusedFill): Omit<Finding, 'span'> {
  return {
    code: 'refused-built-value',
    consequence: 'invalid',
    path,
    message,
    why: `This value is written into ${what}. ${why}`,
    remedy: 'Change the value, or where it is written.',
    source,
    fixes: () => [],
    unlessBuilt: true,
  };
}
