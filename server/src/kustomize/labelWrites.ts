import table from '../../data/authored/kustomize.json' with { type: 'json' };
import { entryFor, type MapNode, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { type FieldPath, fieldOf, pathOfSteps } from '../text/fieldPath.ts';
import { filledRoot } from './fill.ts';
import { nodeAt, type PatchValue, type PatchWrites } from './patchWrites.ts';

/** A field that labels are written to, in the form of Kustomize's configurations. */
interface FieldSpec {
  readonly path: string;
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  /** Whether the field is created where it is missing. */
  readonly create: boolean;
}

/** The labels of one entry, and the fields that they are written to. */
interface Labelling {
  readonly pairs: MapNode;
  readonly at: FieldPath;
  readonly fields: readonly FieldSpec[];
}

const { selectors, templates }: { readonly selectors: readonly FieldSpec[]; readonly templates: readonly FieldSpec[] } =
  table.labelWrites;

/**
 * What `labels` and `commonLabels` of a kustomization write into the selector and the pods of a resource. It is harmless
 * unless the selector stops to match the labels of the pods.
 *
 * Source: LabelTransformer in `api/internal/target/kusttarget_configplugin.go` of sigs.k8s.io/kustomize.
 */
export function labelWrites(kustomization: MapNode): (resource: MapNode) => PatchWrites {
  const all = labellingsIn(kustomization);
  return (resource) => {
    const values: PatchValue[] = [];
    let isWhole = true;
    for (const { pairs, at, fields } of all) {
      for (const field of fields.filter((spec) => isFor(spec, resource))) {
        const steps = field.path.split('/');
        const labels = nodeAt(filledRoot(resource, values), steps);
        if (/\[\]|\\/.test(field.path) || (labels !== undefined && labels.kind !== 'map')) isWhole = false;
        else if (labels !== undefined || field.create) {
          for (const { key, value } of pairs.entries) {
            values.push({ steps: [...steps, key], value, at: fieldOf(at, key) });
          }
        }
      }
    }
    const isHarmless = selectsItsPods(filledRoot(resource, values)) || !selectsItsPods(resource);
    return { values, moved: [], read: [], isWhole, isHarmless };
  };
}

function labellingsIn(kustomization: MapNode): readonly Labelling[] {
  const labels = mapsAt(kustomization, 'labels[]').flatMap(({ node, path }): readonly Labelling[] => {
    const pairs = valueFor(node, 'pairs');
    const is = (field: string) => {
      const value = valueFor(node, field);
      return value?.kind === 'scalar' && value.value === true;
    };
    const own = mapsAt(node, 'fields[]').map((field): FieldSpec => specOf(field.node));
    const fields = is('includeSelectors')
      ? [...own, ...selectors, ...templates]
      : is('includeTemplates')
        ? [...own, ...templates]
        : own;
    return pairs?.kind === 'map' ? [{ pairs, at: fieldOf(path, 'pairs'), fields }] : [];
  });
  const common = valueFor(kustomization, 'commonLabels');
  if (common?.kind !== 'map') return labels;
  return [...labels, { pairs: common, at: pathOfSteps(['commonLabels']), fields: [...selectors, ...templates] }];
}

function specOf(node: MapNode): FieldSpec {
  const create = valueFor(node, 'create');
  const isCreated = create?.kind === 'scalar' && create.value === true;
  const text = (field: string) => stringFor(node, field) ?? '';
  return { path: text('path'), group: text('group'), version: text('version'), kind: text('kind'), create: isCreated };
}

/** What a field does not name is any. */
function isFor({ group = '', version = '', kind = '' }: FieldSpec, resource: MapNode): boolean {
  const written = parseGroupVersion(stringFor(resource, 'apiVersion') ?? '');
  return (
    (group === '' || group === written?.group) &&
    (version === '' || version === written?.version) &&
    (kind === '' || kind === stringFor(resource, 'kind'))
  );
}

function selectsItsPods(resource: MapNode): boolean {
  const selector = nodeAt(resource, ['spec', 'selector']);
  const labels = nodeAt(resource, ['spec', 'template', 'metadata', 'labels']);
  const selected = selector?.kind === 'map' ? (valueFor(selector, 'matchLabels') ?? selector) : undefined;
  if (selected?.kind !== 'map' || labels?.kind !== 'map') return true;
  return selected.entries.every(({ key, value }) => {
    const label = entryFor(labels, key)?.value;
    return value.kind !== 'scalar' || (label?.kind === 'scalar' && label.value === value.value);
  });
}
