import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent } from './description.ts';
import { describeDocument, type Paths } from './objectFormat.ts';
import { formatOfObject } from './objects.ts';
import { type TargetSource, typeOf } from './source.ts';

const facts = sources.compositions;

/**
 * Compositions of Crossplane: the clusters among their composed resources. The version is that of the template, and open
 * if a patch writes it (https://docs.crossplane.io/latest/guides/function-patch-and-transform/).
 */
export const compositions: TargetSource = {
  reads: ({ group, kind }) => group === facts.group && kind === facts.kind,
  read: ({ root, index }) => {
    return facts.resources.flatMap((path) => root.all(path)).flatMap((resource) => composed(resource, root, index));
  },
};

function composed(resource: Cursor, root: Cursor, index: number): readonly DescribedCluster[] {
  const base = resource.at('base');
  const format = base === undefined ? undefined : formatOfObject(base, typeOf(base.node));
  if (base === undefined || format === undefined) return [];
  const described = describeDocument(format, base, index);
  const name = resource.string('name') ?? described.name;
  const patches = patchesOf(resource, root);
  const components = described.components.map((component, at): DescribedComponent => {
    const path = format.components[at]?.version;
    const patch = path === undefined ? undefined : patches.find((candidate) => writes(candidate, path));
    const from = patch?.at('fromFieldPath') ?? patch?.at('toFieldPath');
    if (patch === undefined || from === undefined) return component;
    const open = `a patch sets the version from ${from.scalar() ?? 'elsewhere'}`;
    return { ...component, version: { text: '', span: from.keySpan, path: from.path, open } };
  });
  return [{ ...described, name, components }];
}

/** The patches of a resource, also those of the sets that it names. */
function patchesOf(resource: Cursor, root: Cursor): readonly Cursor[] {
  const sets = facts.sets.flatMap((path) => root.all(path));
  return resource.all('patches[]').flatMap((patch) => {
    const name = patch.string('patchSetName');
    if (name === undefined) return [patch];
    return sets.filter((set) => set.string('name') === name).flatMap((set) => set.all('patches[]'));
  });
}

/** Whether a patch writes one of the fields. Without a destination, it writes the field that it reads. */
function writes(patch: Cursor, paths: Paths): boolean {
  const written = patch.string('toFieldPath') ?? patch.string('fromFieldPath');
  return written !== undefined && (typeof paths === 'string' ? [paths] : paths).includes(written);
}
