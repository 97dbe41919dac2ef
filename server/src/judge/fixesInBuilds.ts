import { type Finding, type Fix, findingWithFixesLater } from '../finding.ts';
import type { AssembledResource } from '../kustomize/assembled.ts';
import type { BuildOfFile } from '../kustomize/fileContext.ts';
import { matchOf } from '../kustomize/resourceSelector.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { applyEdits } from '../text/edit.ts';
import { lazily } from '../text/lazily.ts';
import type { Verdict } from './analysis.ts';

/**
 * Marks fixes as partial that move or remove fields which kustomizations read or write: a patch that names such a field
 * would no longer match.
 *
 * @param builds the builds of the file, evaluated when a fix is requested.
 */
export function withFixesInBuilds(
  resource: Resource,
  text: string,
  verdicts: readonly Verdict[],
  builds: () => readonly BuildOfFile[],
): readonly Verdict[] {
  if (!isWholeDocument(resource) || verdicts.every(({ findings }) => findings.length === 0)) return verdicts;
  const guarded = (finding: Finding) => {
    return findingWithFixesLater(finding, () => finding.fixes().map((fix) => fixInBuilds(fix, resource, text, builds)));
  };
  return verdicts.map((verdict) => ({ ...verdict, findings: verdict.findings.map(guarded) }));
}

/**
 * Marks a fix as partial if it changes a version that a kustomization selects, or moves or removes a field that it reads
 * or writes. Otherwise returns the same fix.
 *
 * @param selectionsFollow whether the caller changes these selections as well.
 */
export function fixInBuilds(
  fix: Fix,
  resource: Resource,
  text: string,
  builds: () => readonly BuildOfFile[],
  selectionsFollow = false,
): Fix {
  const fieldsKept = fieldsInBuilds(fix, resource, text, builds);
  return selectionsFollow ? fieldsKept : selectedInBuilds(fieldsKept, resource, text, builds);
}

function fieldsInBuilds(fix: Fix, resource: Resource, text: string, builds: () => readonly BuildOfFile[]): Fix {
  if (fix.kind === 'partial' || fix.edits.length === 0 || !isWholeDocument(resource)) return fix;
  const near = fieldsNear(fix, resource);
  const nearLeaves = lazily(() => leavesIn(resource.root, near));
  const touching = builds().flatMap(({ name, resources = [] }) => {
    const outputs = resources.filter(({ kind, names: [first] }) => kind === resource.kind && first === resource.name);
    if (outputs.length === 0) return [];
    const written = nearLeaves().filter((leaf) => outputs.some((built) => isWritten(built, resource, leaf)));
    const read = outputs
      .flatMap(({ reads }) => reads)
      .filter((steps) => near.has(steps[0] ?? '') && hasPath(resource.root, steps));
    return written.length === 0 && read.length === 0 ? [] : [{ name, written, read }];
  });
  // Re-reading the whole text is expensive and rarely needed.
  const after = touching.length === 0 ? undefined : rootAfter(fix, resource, text);
  if (after === undefined) return fix;
  for (const { name, written, read } of touching) {
    const lost = written.find(({ steps }) => !hasPath(after, steps))?.steps;
    const steps = lost ?? read.find((path) => !hasPath(after, path));
    if (steps === undefined) continue;
    const access = lost === undefined ? 'reads it' : 'writes to it';
    const why = `${steps.join('.')} is moved or removed, and ${name} ${access}: change both`;
    return { ...fix, kind: 'partial', left: [...fix.left, why] };
  }
  return fix;
}

/**
 * Marks a fix as partial if it changes the version by which a patch or replacement of a kustomization selects the
 * resource: otherwise, the selector would match nothing or another resource.
 */
function selectedInBuilds(fix: Fix, resource: Resource, text: string, builds: () => readonly BuildOfFile[]): Fix {
  if (fix.kind === 'partial' || fix.edits.length === 0 || !isWholeDocument(resource)) return fix;
  const selected = builds().flatMap(({ name, resources = [] }) =>
    resources.flatMap((built) =>
      built.kind === resource.kind && built.names[0] === resource.name && built.selectors.length > 0
        ? [{ name, built }]
        : [],
    ),
  );
  const after = selected.length === 0 ? undefined : rootAfter(fix, resource, text);
  const apiVersion = after?.kind === 'map' ? stringFor(after, 'apiVersion') : undefined;
  const groupVersion = apiVersion === undefined ? undefined : parseGroupVersion(apiVersion);
  if (groupVersion === undefined) return fix;
  const lost = selected.find(({ built }) =>
    built.selectors.some(({ selector }) => matchOf({ ...selector, name: '' }, { ...built, ...groupVersion }) === 'no'),
  );
  if (lost === undefined) return fix;
  const why = `${lost.name} selects it as ${resource.apiVersion}: change both`;
  return { ...fix, kind: 'partial', left: [...fix.left, why] };
}

/** The top-level fields that a fix edits or touches. Other fields stay where they are. */
function fieldsNear({ edits }: Fix, { root }: Resource): ReadonlySet<string> {
  return new Set(
    root.entries
      .filter(({ keySpan, value, alias, merged }) => {
        if (alias !== undefined || merged === true || value.start < keySpan.start) return true;
        return edits.some(({ span }) => span.start <= value.end && span.end >= keySpan.start);
      })
      .map(({ key }) => key),
  );
}

function isWholeDocument({ part, embedded, item }: Resource): boolean {
  return part === undefined && embedded === undefined && item === undefined;
}

/**
 * Whether a patch or replacement certainly writes to the path. Possible writes, such as updates of name references,
 * depend on the version of the object.
 */
function isWritten({ changes, fills }: AssembledResource, resource: Resource, { steps, node }: Leaf): boolean {
  const { root, apiVersion, kind } = resource;
  const field = { root, apiVersion, kind, steps, node, message: '' };
  const at = steps.join('\n');
  return fills.some((fill) => fill.steps.join('\n') === at) || changes.some((change) => change(field) === 'surely');
}

/** The root of the resource after a fix; undefined if the edits conflict or the result does not parse. */
function rootAfter({ edits }: Fix, { document }: Resource, text: string): Node | undefined {
  const fixed = applyEdits(text, edits);
  return fixed === undefined ? undefined : readManifest(fixed).documents[document]?.root;
}

interface Leaf {
  readonly steps: readonly string[];
  readonly node: Node;
}

/** The leaves in some fields of an object, in the order of the text. */
function leavesIn({ entries }: MapNode, fields: ReadonlySet<string>): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const open = entries.flatMap(({ key, value }): Leaf[] => (fields.has(key) ? [{ steps: [key], node: value }] : []));
  for (let leaf = open.pop(); leaf !== undefined; leaf = open.pop()) {
    const { steps, node: at } = leaf;
    if (at.kind === 'map') open.push(...at.entries.map(({ key, value }) => ({ steps: [...steps, key], node: value })));
    else if (at.kind === 'list')
      open.push(...at.items.map((item, index) => ({ steps: [...steps, String(index)], node: item })));
    else leaves.push(leaf);
  }
  return leaves.reverse();
}

function hasPath(root: Node, steps: readonly string[]): boolean {
  let at: Node | undefined = root;
  for (const step of steps) {
    if (at.kind === 'map') at = at.entries.find(({ key }) => key === step)?.value;
    else at = at.kind === 'list' ? at.items[Number(step)] : undefined;
    if (at === undefined) return false;
  }
  return true;
}
