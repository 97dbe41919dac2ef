import { checks } from '../checks/registry.ts';
import { type FoundInFile, findAllResources } from '../embedded/findAllResources.ts';
import type { Finding, Fix } from '../finding.ts';
import type { FileContext } from '../kustomize/fileContext.ts';
import { mayBeFilled } from '../kustomize/filledResource.ts';
import type { NotJudged, Resource, SyntaxFix, SyntaxProblem } from '../manifest/manifest.ts';
import { entryFor, type Node } from '../manifest/node.ts';
import { crdSetsOf } from '../targets/crds.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { addonFindings } from './addonFindings.ts';
import type { Analysis, DocumentFinding, JudgedResource, Verdict } from './analysis.ts';
import { analyzeTemplate } from './analyzeTemplate.ts';
import { asBuilt, isRefusal } from './asBuilt.ts';
import { certainRefusals, possibleRefusals, withRefusals } from './besideFilledIn.ts';
import { builtObjectFindings } from './builtObjects.ts';
import { builtValueFindings } from './builtValues.ts';
import { clusterFindings } from './clusterFindings.ts';
import { withConversionsJudged } from './convertedThenJudged.ts';
import { withEndlessWaits } from './endlessWaits.ts';
import { type FileInputs, inputsOfPatchElsewhere } from './fileInputs.ts';
import { withFixesInBuilds } from './fixesInBuilds.ts';
import { judgeResource, storedObjectOf } from './judgeResource.ts';
import { isTemplate } from './prepareIn.ts';
import { filledIn, unreadPlaceholder } from './substitutionContext.ts';
import { unnamedObject, withFilledNames } from './unnamedObjects.ts';
import type { VerdictMemo } from './verdictMemo.ts';
import { type JudgedForm, withSubstitutions } from './withSubstitutions.ts';
import { withUnreadableVariables } from './withUnreadableVariables.ts';
import { withoutYielding } from './yielding.ts';

/**
 * Judges the objects of a file and its documents without objects. Templates are judged unrendered. Refused objects are
 * judged as patches if a kustomization elsewhere in the repository uses them as such.
 *
 * @param memo verdicts on earlier versions of the same file; unchanged documents are not judged again.
 */
export function judgeText(text: string, inputs: FileInputs, memo?: VerdictMemo): Analysis {
  const judged = judgeInRole(text, inputs, memo);
  if (inputs.context.patch !== undefined || !mayBePatch(judged)) return judged;
  const patchInputs = inputsOfPatchElsewhere(inputs);
  return patchInputs === inputs ? judged : judgeInRole(text, patchInputs, memo);
}

/** Whether the file may be a patch: an object is refused, or a document is a JSON patch. */
function mayBePatch({ manifest, resources }: Analysis): boolean {
  return (
    resources.some(({ resource, verdicts }) => resource.part === undefined && verdicts.some(isRefused)) ||
    manifest.documents.some(({ root }) => root?.kind === 'list' && root.items.some(isOperation))
  );
}

function hasFindings(verdicts: readonly Verdict[]): boolean {
  return verdicts.some(({ findings }) => findings.length > 0);
}

function isRefused({ findings }: Verdict): boolean {
  return findings.some(isRefusal);
}

function isOperation(item: Node): boolean {
  return item.kind === 'map' && entryFor(item, 'op') !== undefined;
}

/** Judges a file in the role that kustomizations give it. */
function judgeInRole(text: string, inputs: FileInputs, memo?: VerdictMemo): Analysis {
  const { chart, context, file, surfaces, lastApplied } = inputs;
  if (chart !== undefined && isTemplate(inputs, text)) return analyzeTemplate(text, inputs, chart, memo?.supposed);
  const found = withFilledNames(findAllResources(text, file, context, lastApplied), context);
  const { manifest } = found;
  const notJudged: NotJudged[] = [...found.notJudged];
  const isFillable = mayBeFilled(text);
  const resources: JudgedResource[] = [];
  for (const resource of found.resources) {
    const old = storedObjectOf(resource, text, inputs);
    const remembered = (judge: () => readonly Verdict[], formKey: string) =>
      memo === undefined || old !== undefined ? judge() : memo.verdicts(resource, manifest, inputs, judge, formKey);
    const verdictsOn = (form: Resource, formKey = '') =>
      remembered(() => judgeResource(form, text, inputs, old), formKey);
    const judged = verdictsOn(resource);
    const fillings = isFillable && resource.embedded === undefined ? context.fillings() : [];
    const withoutPlaceholders = (form: Resource, verdicts: readonly Verdict[], formKey: string): JudgedForm => {
      const filled = filledIn(text, form, verdicts, context);
      if (filled.undecoded.length === 0) return filled;
      const judgeForm = (changed: Resource, values: string) => verdictsOn(changed, `${formKey} ${values}`);
      const besideKey = `${formKey} beside ${filled.undecoded.join(' ')}`;
      const possible = remembered(() => possibleRefusals(form, filled.undecoded, judgeForm), besideKey);
      // Most of these are refused placeholders as well; then other values need not be tried.
      if (!hasFindings(filledIn(text, form, possible, context).verdicts)) return filled;
      const certain = remembered(
        () => certainRefusals(form, filled.undecoded, possible, judgeForm),
        `${besideKey}, certain`,
      );
      return { ...filled, verdicts: withRefusals(filled.verdicts, filledIn(text, form, certain, context).verdicts) };
    };
    const filledForms = (form: Resource, verdicts: readonly Verdict[], formKey: string): JudgedForm => {
      if (fillings.length === 0) return withoutPlaceholders(form, verdicts, formKey);
      const substituted = withSubstitutions(form, verdicts, fillings, (filled, values) => {
        const filledKey = `${formKey} filled in ${values}`;
        return withoutPlaceholders(filled, filled === form ? verdicts : verdictsOn(filled, filledKey), filledKey);
      });
      return { ...substituted, verdicts: withUnreadableVariables(form, text, substituted.verdicts, fillings) };
    };
    const { verdicts: filled, isTemplate } = filledForms(resource, judged, '');
    const judgeForm = (form: Resource, values: string) => filledForms(form, verdictsOn(form, values), values).verdicts;
    const built = asBuilt(resource, text, filled, context, judgeForm);
    const converted = withConversionsJudged(resource, text, built, inputs);
    const fixable = withFixesInBuilds(resource, text, converted, context.builds);
    const verdicts = withEndlessWaits(resource, fixable, context.waiting);
    if (isTemplate) notJudged.push({ document: resource.document, reason: 'template', detail: notFilledIn });
    resources.push({ resource, verdicts, ...comparedWith(resource, old, inputs) });
    if (verdicts.length > 0 && verdicts.every(({ availability }) => availability.state === 'custom')) {
      notJudged.push({
        document: resource.document,
        reason: 'custom-resource',
        detail: customDetail(resource, inputs.releases),
      });
    }
  }
  const documentFindings = [
    ...findingsOfDocuments(text, found, inputs),
    ...clusterFindings(manifest, file, surfaces),
    ...addonFindings(text, manifest, inputs),
  ];
  return { manifest, resources, documentFindings, notJudged };
}

/** Whether an object is judged as a create although the run compares with stored ones. */
function comparedWith(resource: Resource, old: unknown, { stored }: FileInputs): Pick<JudgedResource, 'isCreate'> {
  const isObject = resource.part === undefined && resource.embedded === undefined && resource.partial === undefined;
  return stored === undefined || !isObject ? {} : { isCreate: old === undefined };
}

/** Findings on documents that are not API objects: broken text and files of other tools. */
function findingsOfDocuments(text: string, found: FoundInFile, inputs: FileInputs): readonly DocumentFinding[] {
  const { file: path, surfaces, context } = inputs;
  const findings = found.problems.map(
    ({ document, problem, isKustomization, isItem }): DocumentFinding => ({
      document,
      finding:
        isItem === true
          ? { ...syntaxError(problem, kubectlReadsLists), source: listSource }
          : syntaxError(problem, isKustomization === true ? kustomizeReads : kubernetesReads),
    }),
  );
  for (const { document, span } of found.unfilled) {
    const finding = unreadPlaceholder(text, span, context);
    if (finding !== undefined) findings.push({ document, finding });
  }
  for (const resource of found.unnamed) {
    const finding = unnamedObject(resource, context);
    if (finding !== undefined) findings.push({ document: resource.document, finding });
  }
  const others = nonResources(found, context);
  for (const { root, index } of context.patch === undefined ? others : found.manifest.documents) {
    if (root === undefined) continue;
    findings.push(...builtValueFindings(root, index, inputs), ...builtObjectFindings(root, index, inputs));
  }
  for (const { root, index: document } of others) {
    for (const surface of surfaces) {
      const target = surface.name;
      const resourceFindings: Finding[] = [];
      for (const check of checks)
        check.document?.({ root, path, text, surface, context }, (finding) => resourceFindings.push(finding));
      findings.push(...withoutYielding(resourceFindings).map((finding) => ({ document, finding, target })));
    }
  }
  return findings;
}

/** Documents that are not API objects: files of other tools, and JSON patches. */
function nonResources({ manifest, notJudged }: FoundInFile, context: FileContext) {
  if (notJudged.length === 0 && context.patch === undefined) return [];
  const others = new Set(notJudged.flatMap(({ document, reason }) => (reason === 'not-a-resource' ? [document] : [])));
  return manifest.documents.flatMap(({ root, index }) =>
    root !== undefined && (others.has(index) || (context.patch !== undefined && root.kind === 'list'))
      ? [{ root, index }]
      : [],
  );
}

function customDetail({ apiVersion, kind }: Resource, releases: FileInputs['releases']): string {
  const label = apiVersion === '' ? kind : `${apiVersion} ${kind}`;
  const [set] = crdSetsOf(parseGroupVersion(apiVersion)?.group ?? '');
  const hint =
    set === undefined
      ? ''
      : `; the target does not say which release of ${set.label} it has (crds: ${set.name})${severalNamed(set.name, releases)}`;
  return `${label} is a custom resource without a known CustomResourceDefinition${hint}`;
}

/** Why the files of the workspace do not determine the release of a set that they name; empty if they do not name it. */
function severalNamed(set: string, all: FileInputs['releases']): string {
  const candidates = all.find((releaseCandidates) => releaseCandidates.set === set);
  if (candidates === undefined || (candidates.releases.length === 1 && !candidates.isOpen)) return '';
  const locations = candidates.from.map(
    ({ file, line, text }) => `${text === '' ? 'no version' : text} in ${file}:${line + 1}`,
  );
  return `, and the files name several: ${locations.join(', ')}`;
}

const notFilledIn = 'It has variables that a tool fills in later: their values were not checked';

const kubernetesReads =
  'The API server and kubectl read manifests as YAML 1.1 or JSON. The other documents of the file are still checked.';

const kustomizeReads = 'Kustomize reads kustomizations as YAML 1.1 or JSON, and builds nothing from other text.';

const kubectlReadsLists =
  'kubectl gives an item the apiVersion and kind of a typed list only if the item has neither, and refuses other items.';

const listSource = 'k8s.io/apimachinery/pkg/apis/meta/v1/unstructured';

function syntaxError({ message, remedy, span, fix }: SyntaxProblem, why: string): Finding {
  return {
    code: 'syntax-error',
    consequence: 'undecodable',
    path: '',
    span,
    message: `This document cannot be read: ${message}`,
    why,
    remedy,
    source: 'sigs.k8s.io/yaml',
    fixes: () => (fix === undefined ? [] : [fixToReview(fix)]),
  };
}

/** A partial fix: the text then parses, but its author may have meant something else. */
function fixToReview({ title, start, end, newText }: SyntaxFix): Fix {
  return { title, kind: 'partial', edits: [{ span: { start, end }, newText }], left: ['review the result'] };
}
