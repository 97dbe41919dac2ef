import { entryFor, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import type { ChangedValue } from './change.ts';
import { type FillOrigin, filledRoot } from './fill.ts';
import type { Effect } from './patchEffect.ts';
import { isCertain, textNode } from './sourceValue.ts';
import type { WrittenResource } from './writtenResource.ts';

/** Writes the images of a kustomization into the containers that have them. */
export function writeImages(root: MapNode, file: string, resources: readonly WrittenResource[]): void {
  for (const field of ['images[]', 'imageTags[]']) {
    for (const { node: entry, path } of mapsAt(root, field)) {
      const name = stringFor(entry, 'name') ?? '';
      if (name === '') continue;
      const key =
        ['newTag', 'digest', 'tagSuffix', 'newName'].find((name) => (stringFor(entry, name) ?? '') !== '') ?? 'name';
      const by: FillOrigin = { file, path: formatPath(fieldOf(path, key)) };
      for (const resource of resources) writeImage(entry, name, by, resource);
    }
  }
}

function writeImage(entry: MapNode, name: string, by: FillOrigin, resource: WrittenResource): void {
  const { root, fills, kind } = resource.now();
  // Kustomize skips definitions.
  if (kind === 'CustomResourceDefinition') return;
  if (root === undefined || !/^[\w./:-]+$/.test(name)) {
    resource.note((changed) => imageEffect(name, changed));
    return;
  }
  const images = imagesIn(filledRoot(root, fills), []);
  for (const { steps, text, node } of images) {
    if (!isImage(text, name)) continue;
    if (isCertain(resource.now(), steps, node)) {
      const value = renamed(entry, text);
      if (value !== text) resource.fill({ steps, value: textNode(value), by });
    } else resource.note((changed) => imageEffect(name, changed));
  }
  // A patch may have brought others.
  resource.note((changed) => (images.some(({ steps }) => isAt(changed, steps)) ? 'none' : imageEffect(name, changed)));
}

function isAt({ steps }: ChangedValue, other: readonly string[]): boolean {
  return steps.join('\n') === other.join('\n');
}

/** The effect of an images entry on a value, if nothing more is known. */
export function imageEffect(name: string, { steps, node }: ChangedValue): Effect {
  if (steps.at(-1) !== 'image' || node?.kind !== 'scalar' || typeof node.value !== 'string') return 'none';
  const { value } = node;
  return value === name || value.startsWith(`${name}:`) || value.startsWith(`${name}@`) ? 'may' : 'none';
}

interface ImageText {
  readonly steps: readonly string[];
  readonly node: Node;
  readonly text: string;
}

/** The images of all containers, at any depth: findFieldsFilter in `api/filters/imagetag/legacy.go`. */
function imagesIn(node: Node, steps: readonly string[]): readonly ImageText[] {
  if (node.kind === 'list') return node.items.flatMap((item, index) => imagesIn(item, [...steps, String(index)]));
  if (node.kind !== 'map') return [];
  return node.entries.flatMap(({ key, value }) => {
    const below = [...steps, key];
    const containers = (key === 'containers' || key === 'initContainers') && value.kind === 'list' ? value.items : [];
    const images = containers.flatMap((item, index): readonly ImageText[] => {
      const image = item.kind === 'map' ? entryFor(item, 'image')?.value : undefined;
      if (image?.kind !== 'scalar' || typeof image.value !== 'string') return [];
      return [{ steps: [...below, String(index), 'image'], node: image, text: image.value }];
    });
    return [...images, ...imagesIn(value, below)];
  });
}

/** IsImageMatched in `api/internal/image/image.go`: the name is a regular expression. */
function isImage(value: string, name: string): boolean {
  return new RegExp(`^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`).test(value);
}

/** SetImageValue in `api/filters/imagetag/updater.go`. */
function renamed(entry: MapNode, value: string): string {
  const old = split(value);
  const textOf = (key: string) => stringFor(entry, key) ?? '';
  const name = textOf('newName') === '' ? old.name : textOf('newName');
  const isNew = textOf('newTag') !== '' || textOf('digest') !== '';
  const isLonger = !isNew && textOf('tagSuffix') !== '';
  const kept = isLonger ? [`${old.tag}${textOf('tagSuffix')}`, ''] : [old.tag, old.digest];
  const [tag, digest] = isNew ? [textOf('newTag'), textOf('digest')] : kept;
  return `${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}

function split(image: string): { readonly name: string; readonly tag: string; readonly digest: string } {
  const from = Math.max(image.indexOf('/'), 0);
  const at = image.slice(from).search(/[:@]/);
  if (at < 0) return { name: image, tag: '', digest: '' };
  const rest = image.slice(from + at);
  const [, tag = '', digest = ''] = /^(?::([^@]*))?(?:@([\s\S]*))?$/.exec(rest) ?? [];
  return { name: image.slice(0, from + at), tag, digest };
}
