import type { ApiSurface } from '../../catalog/surface.ts';
import { type MapNode, type ScalarNode, valueFor } from '../../manifest/node.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';
import { emitNotServed } from './emitNotServed.ts';
import type { JudgeReference, Reference } from './references.ts';
import { ServedNames } from './served.ts';

/** One name of a list. */
interface Name {
  readonly text: string;
  readonly value: ScalarNode;
  /** Its field, below the rule. */
  readonly field: string;
  readonly index: number;
}

/**
 * Judges a rule with lists of groups, resources and possibly versions. A rule is every combination of its names, so a
 * name is useless only if no combination with it is served; `*` and custom groups can mean anything. Names that no
 * release has are ignored: authorizers have special names, such as `signers` or `users`.
 */
export const judgeRule: JudgeReference = (object, path, reference, surface, emit) => {
  const served = ServedNames.of(surface);
  const groups = names(object, 'apiGroups');
  const versions = names(object, 'apiVersions');
  const resources = names(object, 'resources');
  const builtInGroups = groups.filter(({ text }) => served.isOwn(text));
  const empty = builtInGroups.filter(({ text }) => served.inGroup(text).length === 0);
  for (const group of empty) {
    const moved = movedGroups(served, group.text, resources);
    const others = groups.map(({ text }) => text);
    const [instead, second] = moved;
    const covered = instead !== undefined && moved.every((candidate) => others.includes(candidate));
    const remedy =
      instead === undefined
        ? 'Remove it.'
        : covered
          ? `Remove it: ${moved.map(shown).join(' and ')} ${moved.length === 1 ? 'is' : 'are'} already listed.`
          : `Name ${moved.map(shown).join(' and ')}.`;
    // Versions apply to all groups together: only the author can decide whether they fit the other group.
    const certain = instead !== undefined && second === undefined && !covered && versions.length === 0;
    emitNotServed(
      {
        ...referenceTo(group, path),
        named: `the API group ${group.text}`,
        because: `the group was removed: ${served.whyNot(served.knownInGroup(group.text))}`,
        remedy,
        instead: certain ? instead : undefined,
      },
      reference,
      surface,
      emit,
    );
  }
  const living = builtInGroups.filter((group) => !empty.includes(group)).map(({ text }) => text);
  if (living.length === 0 || builtInGroups.length < groups.length) return;
  const gone = resources.filter(({ text }) => isGone(text, living, served));
  for (const name of gone) {
    const resource = topLevel(name.text);
    const known = living.flatMap((group) => served.known(group, resource));
    const moved = [...served.movedTo(known)];
    emitNotServed(
      {
        ...referenceTo(name, path),
        named: `${resource} of ${living.map(shown).join(' and ')}`,
        because: served.whyNot(known),
        remedy: moved.length === 0 ? 'Remove it.' : `Name it with the group ${moved.map(shown).join(' or ')}.`,
        instead: undefined,
      },
      reference,
      surface,
      emit,
    );
  }
  if (versions.length === 0) return;
  judgeVersions(
    versions,
    living,
    resources.filter((name) => !gone.includes(name)),
    { path, reference, surface, emit },
  );
};

interface RuleContext {
  readonly path: FieldPath;
  readonly reference: Reference;
  readonly surface: ApiSurface;
  readonly emit: Emit;
}

function judgeVersions(
  versions: readonly Name[],
  groups: readonly string[],
  resources: readonly Name[],
  { path, reference, surface, emit }: RuleContext,
): void {
  const served = ServedNames.of(surface);
  const wanted = resources.map(({ text }) => topLevel(text));
  const any = wanted.includes('*');
  const candidates = groups.flatMap((group) =>
    served.inGroup(group).filter(({ resource }) => any || wanted.includes(resource)),
  );
  if (candidates.length === 0) return;
  const definedVersions = new Set(candidates.map(({ version }) => version));
  for (const version of versions) {
    if (version.text === '*' || definedVersions.has(version.text)) continue;
    const known = groups
      .flatMap((group) => served.knownInGroup(group))
      .filter((kindFacts) => kindFacts.version === version.text && (any || wanted.includes(kindFacts.resource ?? '')));
    const others = [...definedVersions].filter((candidate) => !versions.some(({ text }) => text === candidate));
    const [instead, second] = others;
    const among = groups.map((group) => formatGroupVersion({ group, version: version.text })).join(' and ');
    emitNotServed(
      {
        ...referenceTo(version, path),
        named: any ? among : `${wanted.join(', ')} in ${among}`,
        because: served.whyNot(known),
        remedy: others.length === 0 ? 'Remove it.' : `Name ${others.join(' or ')}.`,
        instead: second === undefined && versions.length === 1 ? instead : undefined,
      },
      reference,
      surface,
      emit,
    );
  }
}

/** Whether releases of Kubernetes served the resource in one of the groups, and the target in none. */
function isGone(name: string, groups: readonly string[], served: ServedNames): boolean {
  const resource = topLevel(name);
  return (
    !groups.some((group) => served.serves(group, resource)) &&
    groups.some((group) => served.known(group, resource).length > 0)
  );
}

/** The new groups of a rule's resources whose group is entirely gone. */
function movedGroups(served: ServedNames, group: string, resources: readonly Name[]): readonly string[] {
  const wanted = resources.map(({ text }) => topLevel(text));
  const known = served.knownInGroup(group).filter(({ resource }) => wanted.includes(resource ?? ''));
  return [...served.movedTo(known)].sort();
}

/** A rule names subresources as `deployments/scale`; they are served where the resource is. */
function topLevel(name: string): string {
  return name.split('/', 1)[0] ?? name;
}

function shown(group: string): string {
  return group === '' ? 'the core group ("")' : group;
}

function referenceTo(
  { value, field, index }: Name,
  path: FieldPath,
): { readonly value: ScalarNode; readonly path: FieldPath } {
  return { value, path: itemOf(fieldOf(path, field), index) };
}

function names(object: MapNode, field: string): readonly Name[] {
  const list = valueFor(object, field);
  if (list?.kind !== 'list') return [];
  return list.items.flatMap((value, index) =>
    value.kind === 'scalar' && typeof value.value === 'string' ? [{ text: value.value, value, field, index }] : [],
  );
}
