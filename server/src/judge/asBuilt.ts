import { type Finding, findingWithFixesLater, isError } from '../finding.ts';
import type { AssembledResource } from '../kustomize/assembled.ts';
import type { ChangedValue } from '../kustomize/change.ts';
import { annotationEffect } from '../kustomize/changes.ts';
import type { KustomizeContext } from '../kustomize/fileContext.ts';
import { type CertainWrite, filledRoot } from '../kustomize/fill.ts';
import { withKeywordsAsText } from '../kustomize/keywordsAsText.ts';
import type { Effect } from '../kustomize/patchEffect.ts';
import { locate, pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { isNull, mapFor, stringFor } from '../manifest/node.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { listedNames } from '../text/listedNames.ts';
import type { Verdict } from './analysis.ts';

/** Judges a resource with values written into it. The key distinguishes these values from others. */
export type JudgeForm = (form: Resource, values: string) => readonly Verdict[];

/**
 * The verdicts on the resources that kustomizations build from a source resource. A refusal of the source counts if
 * every build keeps it, is dropped if no build has it, and is reported as conditional otherwise.
 *
 * @param text the text that contains the resource.
 * @param context the builds of the file, evaluated if something is refused.
 * @param judge judges the resource with the values that builds certainly write, to see what is still refused.
 */
export function asBuilt(
  resource: Resource,
  text: string,
  verdicts: readonly Verdict[],
  context: Pick<KustomizeContext, 'builds' | 'isRefused'>,
  judge: JudgeForm,
): readonly Verdict[] {
  if (resource.part !== undefined) return ofPart(resource, withoutUnbuilt(resource, verdicts), context);
  if (resource.embedded !== undefined) return verdicts;
  const isBuilt = (finding: Finding) =>
    isRefusal(finding) || isRepetition(finding) || dependsOnOthers(finding) || finding.unlessBuilt === true;
  if (!verdicts.some(({ findings }) => findings.some(isBuilt))) return verdicts;
  const builds = context.builds();
  if (builds.length === 0) return verdicts;
  const made = builds.filter(({ isRefused }) => isRefused !== true);
  const all = made.map(({ name, resources }) => ({
    name,
    built: resources?.filter((assembledResource) => isMadeOf(assembledResource, resource)),
  }));
  const forms = new Forms(resource, text, judge);
  return verdicts.map((verdict, index) => ({
    ...verdict,
    findings: verdict.findings.flatMap((finding) => {
      if (finding.unlessBuilt === true) return [];
      if (all.length === 0) return notBuilt(finding, builds);
      if (dependsOnOthers(finding))
        return isLeftAlone(
          resource,
          finding,
          all.map(({ built }) => built),
        )
          ? [finding]
          : [];
      if (isRepetition(finding)) return forms.repeats(index) ? [finding] : [];
      if (!isRefusal(finding)) return [finding];
      const changed = valueAtPath(resource, finding);
      return inBuilds(
        finding,
        all.map(({ name, built: builtFrom }) => ({
          name,
          effect:
            builtFrom === undefined
              ? 'may'
              : effectOf(builtFrom, changed, (built) => forms.lose(finding, built, index)),
        })),
      );
    }),
  }));
}

/**
 * A null value in a patch removes the field of this name, and a kind without the field has nothing to remove. Annotations
 * of a patch are text in what is built.
 */
function withoutUnbuilt(resource: Resource, verdicts: readonly Verdict[]): readonly Verdict[] {
  const isUnbuilt = (finding: Finding): boolean => {
    const changed = valueAtPath(resource, finding);
    if (finding.code === 'unknown-field') return changed.node !== undefined && isNull(changed.node);
    return finding.code === 'wrong-type' && annotationEffect(changed) === 'surely';
  };
  if (!verdicts.some(({ findings }) => findings.some(isUnbuilt))) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.filter((finding) => !isUnbuilt(finding)),
  }));
}

/** What a file would be in outputs that Kustomize refuses to build is unknown. */
function notBuilt(finding: Finding, builds: readonly { readonly name: string }[]): readonly Finding[] {
  if (dependsOnOthers(finding)) return [];
  const names = listedNames(builds.map(({ name }) => name));
  return [isRefusal(finding) ? withReason(finding, `Nothing applies it while Kustomize refuses ${names}.`) : finding];
}

/** A refusal in a patch affects no build if its target selects nothing, or if Kustomize refuses its kustomization. */
function ofPart(
  { part }: Resource,
  verdicts: readonly Verdict[],
  { isRefused }: Pick<KustomizeContext, 'isRefused'>,
): readonly Verdict[] {
  if (!verdicts.some(({ findings }) => findings.some(isRefusal))) return verdicts;
  const why = isRefused() ? unbuilt : part?.selectsNothing?.() === true ? idle : undefined;
  if (why === undefined) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map((finding) => (isRefusal(finding) ? withReason(finding, why) : finding)),
  }));
}

const idle = 'No build contains it while the target of the patch selects nothing.';

const unbuilt = 'No build contains it while Kustomize refuses the kustomization.';

/** A refusal that depends on the build, with the reason. */
function withReason(finding: Finding, why: string): Finding {
  return findingWithFixesLater(finding, finding.fixes, {
    consequence: 'build-dependent',
    why: `${finding.why} ${why}`,
  });
}

/** Errors of the text that no build fixes: Kustomize keeps unknown fields and refuses duplicate keys. */
const lasting: ReadonlySet<Finding['code']> = new Set(['duplicate-field', 'syntax-error']);

const dependent: ReadonlySet<Finding['consequence']> = new Set(['release-dependent', 'build-dependent']);

/** Keys that are YAML 1.1 keywords, such as `y` and `yes`, may be duplicates for the server but not for Kustomize. */
function isRepetition({ code }: Finding): boolean {
  return code === 'duplicate-field';
}

/** Whether the finding is a refusal that builds may fix. */
export function isRefusal({ consequence, code }: Finding): boolean {
  const isRefused = isError({ consequence }) || dependent.has(consequence);
  return isRefused && !lasting.has(code);
}

function dependsOnOthers({ dependsOn }: Finding): boolean {
  return dependsOn !== undefined;
}

/** Whether every build leaves everything unchanged that a finding depends on. */
function isLeftAlone(
  resource: Resource,
  finding: Finding,
  builds: readonly (readonly AssembledResource[] | undefined)[],
): boolean {
  const changed = (finding.dependsOn ?? []).map((path) => valueAtPath(resource, { ...finding, path }));
  return builds.every((outputs) => outputs?.every(({ changes }) => leavesAll(changes, changed)) ?? false);
}

function leavesAll(changes: AssembledResource['changes'], changed: readonly ChangedValue[]): boolean {
  return changed.every((value) => changes.every((change) => change(value) === 'none'));
}

function isMadeOf({ kind, names: [name] }: AssembledResource, resource: Resource): boolean {
  return kind === resource.kind && name === (resource.name ?? '');
}

function valueAtPath(
  { root, apiVersion, kind }: Resource,
  { path, message }: Pick<Finding, 'path' | 'message'>,
): ChangedValue {
  const { node, exact } = locate(root, path);
  return { root, apiVersion, kind, steps: pathSteps(path), node: exact ? node : undefined, message };
}

/** How a build changes the value that a finding is about. */
export function changedIn(
  { changes }: AssembledResource,
  resource: Resource,
  finding: Pick<Finding, 'path' | 'message'>,
): Effect {
  const changed = valueAtPath(resource, finding);
  return strongest(changes.map((change) => change(changed)));
}

/** How a build changes a path. If the build emits the resource several times, each copy must change it. */
function effectOf(
  outputs: readonly AssembledResource[],
  changed: ChangedValue,
  loses: (built: AssembledResource) => boolean,
): Effect {
  // An unsaved text has other resources than the file on disk.
  if (outputs.length === 0) return 'none';
  const effects = outputs.map((built) =>
    loses(built) ? 'surely' : strongest(built.changes.map((change) => change(changed))),
  );
  return effects.find((effect) => effect === 'none') ?? effects.find((effect) => effect === 'may') ?? 'surely';
}

function strongest(effects: readonly Effect[]): Effect {
  return effects.find((effect) => effect === 'surely') ?? effects.find((effect) => effect === 'may') ?? 'none';
}

/** A resource as Kustomize reads it, with the values that builds certainly write. */
class Forms {
  readonly #resource: Resource;
  readonly #judge: JudgeForm;
  readonly #judged = new Map<string, readonly Verdict[]>();
  readonly #hasWords: boolean;

  constructor(resource: Resource, text: string, judge: JudgeForm) {
    const root = withKeywordsAsText(resource.root, text);
    this.#hasWords = root !== resource.root;
    this.#resource = this.#hasWords ? { ...resource, root } : resource;
    this.#judge = judge;
  }

  /** Whether a finding disappears with the values that a build writes. @param index of the verdict. */
  lose({ code, path, message, consequence }: Finding, { fills }: AssembledResource, index: number): boolean {
    if (fills.length === 0 && !this.#hasWords) return false;
    const findings = this.#findingsWith(fills, index);
    // An undecodable object is not validated, so its other findings are unknown.
    if (consequence !== 'undecodable' && findings.some((other) => other.consequence === 'undecodable')) return false;
    return !findings.some((other) => other.code === code && other.path === path && other.message === message);
  }

  /** Whether a key occurs more than once, as Kustomize reads keys. @param index of the verdict. */
  repeats(index: number): boolean {
    return !this.#hasWords || this.#findingsWith([], index).some(isRepetition);
  }

  #findingsWith(fills: AssembledResource['fills'], index: number): readonly Finding[] {
    const values = JSON.stringify(
      fills.map(({ steps, value }) => [steps, value]),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    const judged = getOrInsertComputed(this.#judged, values, () =>
      this.#judge(filledForm(this.#resource, fills), values),
    );
    return judged[index]?.findings ?? [];
  }
}

/** A resource with values written into it. */
export function filledForm(resource: Resource, fills: readonly Pick<CertainWrite, 'steps' | 'value'>[]): Resource {
  const root = filledRoot(resource.root, fills);
  const metadata = mapFor(root, 'metadata') ?? root;
  return { ...resource, root, name: stringFor(metadata, 'name'), namespace: stringFor(metadata, 'namespace') };
}

interface InBuild {
  readonly name: string;
  readonly effect: Effect;
}

/**
 * Adjusts a finding to the builds: undefined if no build has it, a warning that names the builds if only some have it.
 */
export function inBuilds(finding: Finding, builds: readonly InBuild[]): readonly Finding[] {
  const named = (...effects: readonly Effect[]) =>
    builds.filter(({ effect }) => effects.includes(effect)).map(({ name }) => name);
  const [having, open] = [named('none'), named('may')];
  if (having.length === builds.length) return [finding];
  if (having.length + open.length === 0) return [];
  const why =
    having.length === 0
      ? `The output of ${listedNames(open)} may differ: a patch or a transformer may change this.`
      : `The output of ${listedNames(having)} has it; the output of ${listedNames(named('may', 'surely'))} differs there.`;
  return [withReason(finding, why)];
}
