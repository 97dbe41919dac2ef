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

/** Judges a resource with values written into it. `values` is a key of these values. */
export type JudgeForm = (form: Resource, values: string) => readonly Verdict[];

/**
 * The verdicts on the resources that kustomizations build from a source resource. A refusal of the source is
 * kept if every build has it, removed if no build has it, and build-dependent otherwise.
 *
 * @param text the text that contains the resource.
 * @param context the builds of the file, evaluated only for refusals.
 * @param judge judges the resource with the values that builds certainly write.
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
  const accepted = builds.filter(({ isRefused }) => isRefused !== true);
  const all = accepted.map(({ name, resources }) => ({
    name,
    built: resources?.filter((assembledResource) => isBuiltFrom(assembledResource, resource)),
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
      if (isRepetition(finding)) return forms.hasRepetition(index) ? [finding] : [];
      if (!isRefusal(finding)) return [finding];
      const changed = valueAtPath(resource, finding);
      return inBuilds(
        finding,
        all.map(({ name, built: builtFrom }) => ({
          name,
          effect:
            builtFrom === undefined
              ? 'may'
              : effectOf(builtFrom, changed, (built) => forms.resolves(finding, built, index)),
        })),
      );
    }),
  }));
}

/**
 * Removes findings on values of a patch that do not reach the output: null removes a field, and annotations become
 * strings.
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

/** A finding if Kustomize refuses all builds, so that their output is unknown. */
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
  const why = isRefused() ? whyRefused : part?.selectsNothing?.() === true ? whyUnselected : undefined;
  if (why === undefined) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map((finding) => (isRefusal(finding) ? withReason(finding, why) : finding)),
  }));
}

const whyUnselected = 'No build contains it while the target of the patch selects nothing.';

const whyRefused = 'No build contains it while Kustomize refuses the kustomization.';

/** A refusal that depends on the build, with the reason. */
function withReason(finding: Finding, why: string): Finding {
  return findingWithFixesLater(finding, finding.fixes, {
    consequence: 'build-dependent',
    why: `${finding.why} ${why}`,
  });
}

/** Errors of the text that no build fixes: Kustomize refuses them as well. */
const lastingCodes: ReadonlySet<Finding['code']> = new Set(['duplicate-field', 'syntax-error']);

const conditional: ReadonlySet<Finding['consequence']> = new Set(['release-dependent', 'build-dependent']);

/** Keys that are YAML 1.1 keywords, such as `y` and `yes`, may be duplicates for the server but not for Kustomize. */
function isRepetition({ code }: Finding): boolean {
  return code === 'duplicate-field';
}

/** Whether the finding is a refusal that builds may fix. */
export function isRefusal({ consequence, code }: Finding): boolean {
  const isRefused = isError({ consequence }) || conditional.has(consequence);
  return isRefused && !lastingCodes.has(code);
}

function dependsOnOthers({ dependsOn }: Finding): boolean {
  return dependsOn !== undefined;
}

/** Whether no build changes a path that a finding depends on. */
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

function isBuiltFrom({ kind, names: [name] }: AssembledResource, resource: Resource): boolean {
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

/** How a build changes a value. If the build emits the resource several times, each copy must change it. */
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

/** Judges a resource as Kustomize reads it, with the values that builds certainly write. */
class Forms {
  readonly #resource: Resource;
  readonly #judge: JudgeForm;
  readonly #judged = new Map<string, readonly Verdict[]>();
  readonly #hasKeywords: boolean;

  constructor(resource: Resource, text: string, judge: JudgeForm) {
    const root = withKeywordsAsText(resource.root, text);
    this.#hasKeywords = root !== resource.root;
    this.#resource = this.#hasKeywords ? { ...resource, root } : resource;
    this.#judge = judge;
  }

  /** Whether a finding disappears with the values that a build writes. @param index of the verdict. */
  resolves({ code, path, message, consequence }: Finding, { fills }: AssembledResource, index: number): boolean {
    if (fills.length === 0 && !this.#hasKeywords) return false;
    const findings = this.#findingsWith(fills, index);
    // An undecodable object is not validated, so its other findings are unknown.
    if (consequence !== 'undecodable' && findings.some((other) => other.consequence === 'undecodable')) return false;
    return !findings.some((other) => other.code === code && other.path === path && other.message === message);
  }

  /** Whether a key occurs more than once, as Kustomize reads keys. @param index of the verdict. */
  hasRepetition(index: number): boolean {
    return !this.#hasKeywords || this.#findingsWith([], index).some(isRepetition);
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

interface BuildEffect {
  readonly name: string;
  readonly effect: Effect;
}

/**
 * Adjusts a finding to the builds: removed if no build has it, build-dependent with the names of the builds if only some
 * have it.
 */
export function inBuilds(finding: Finding, builds: readonly BuildEffect[]): readonly Finding[] {
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
