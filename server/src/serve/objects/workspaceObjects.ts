import { groupResource } from '../../catalog/catalog.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { isValueList, isValueMap, plainValue, type Value, type ValueMap } from '../../conversion/value.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { availabilityOf } from '../../judge/readResource.ts';
import { noContext } from '../../kustomize/fileContext.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { lazily } from '../../text/lazily.ts';
import { lastApplied } from '../../update/leftOut.ts';
import { jsonOf, Refusal } from '../transport/answer.ts';
import { created, metadataOf, withMetadata } from '../writes/finished.ts';
import { type Accepted, accepted } from '../writes/judged.ts';
import type { WorkspaceObject } from './store.ts';

/** A file of the workspace. */
export interface WorkspaceFile {
  readonly file: string;
  readonly text: string;
  readonly inputs: FileInputs;
}

/** What is served of a workspace. */
export interface Serving {
  readonly withSecrets: boolean;
  /** The creation time of all objects. */
  readonly time: string;
}

/**
 * The objects that a workspace has, as a target stores them after `kubectl apply`. Parts of objects, templates and
 * refused objects are none.
 */
export function workspaceObjects(
  files: Iterable<WorkspaceFile>,
  surface: ApiSurface,
  serving: Serving,
): readonly WorkspaceObject[] {
  return [...files].flatMap(({ file, text, inputs }) => {
    if (inputs.off !== undefined || inputs.chart !== undefined || inputs.context.patch !== undefined) return [];
    return findResources(readManifest(text), file).resources.flatMap((resource) =>
      workspaceObject(resource, text, inputs, surface, serving),
    );
  });
}

function workspaceObject(
  resource: Resource,
  text: string,
  inputs: FileInputs,
  surface: ApiSurface,
  { withSecrets, time }: Serving,
): readonly WorkspaceObject[] {
  const { name, partial, part } = resource;
  const availability = availabilityOf(resource, surface);
  if (name === undefined || partial === true || part !== undefined || availability.state !== 'served') return [];
  const served = availability.resource;
  if (served.group === '' && served.resource === 'secrets' && !withSecrets) return [];
  const namespace = served.namespaced ? (resource.namespace ?? 'default') : undefined;
  const alone: FileInputs = { ...inputs, surfaces: [surface], stored: undefined, context: noContext };
  const verdict = lazily((): Accepted | undefined => {
    try {
      return accepted({ resource, text }, served, alone, undefined, 'Strict');
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  });
  const value = lazily(() => {
    const found = verdict();
    if (found === undefined) return undefined;
    const object = created(found.value, served, time);
    const annotations = metadataOf(object)['annotations'];
    return withMetadata(object, {
      ...(namespace === undefined ? {} : { namespace }),
      annotations: { ...(isValueMap(annotations) ? annotations : {}), [lastApplied]: appliedText(resource, namespace) },
      resourceVersion: '1',
    });
  });
  return [
    {
      resource: groupResource(served.group, served.resource),
      namespace,
      name,
      value,
      warnings: () => verdict()?.warnings ?? [],
    },
  ];
}

/** The annotation of kubectl (k8s.io/kubectl pkg/util/apply.go, GetModifiedConfiguration). */
function appliedText({ root }: Resource, namespace: string | undefined): string {
  const value = plainValue(root);
  const object: ValueMap = isValueMap(value) ? value : {};
  const { annotations } = metadataOf(object);
  const metadata: ValueMap = {
    annotations: isValueMap(annotations) ? annotations : {},
    ...(namespace === undefined ? {} : { namespace }),
  };
  return `${jsonOf(sorted(withMetadata(object, metadata)))}\n`;
}

/** Go writes the keys of maps in order. */
function sorted(value: Value): Value {
  if (isValueList(value)) return value.map(sorted);
  if (!isValueMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
