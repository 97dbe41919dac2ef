import type { AdmissionObject, AdmissionObjects } from '../../../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../../../catalog/surface.ts';
import type { MapNode } from '../../../manifest/node.ts';
import type { DraftMap } from '../../../manifest/reconcile/draft.ts';
import type { Span } from '../../../text/span.ts';
import { declared } from '../../admission-plugin/declared.ts';
import type { Generated } from '../generated.ts';

/** An object that admission plugins change. */
export interface AdmittedObject {
  /** With the defaults, and the changes of the plugins before. */
  readonly draft: DraftMap;
  /** As it is sent. */
  readonly root: MapNode;
  readonly kindSpan: Span;
  readonly namespace: string | undefined;
  readonly served: ServedResource;
  readonly surface: ApiSurface;
  /** The admission objects in workspace files. */
  readonly objects: AdmissionObjects | undefined;
}

/** What a plugin does with an object. */
export interface PluginChange {
  /** The fields that it writes, in words. */
  readonly written?: readonly string[];
  /** Paths that it generates; they are omitted. */
  readonly assigned?: readonly string[];
  /** Paths that objects outside of the workspace decide; they are omitted. */
  readonly open?: readonly string[];
  /** The items at `assigned` paths. */
  readonly generated?: Generated;
}

/** The changes of one plugin. */
export interface PluginWriter {
  readonly plugin: string;
  /** `group/Kind`. */
  readonly kinds: readonly string[];
  /** Changes the draft. */
  readonly write: (object: AdmittedObject) => PluginChange;
}

/** The kind of Pods, as `group/Kind`. */
export const podKind = '/Pod';

/** The object of a kind with a name, if exactly one file has it and the cluster has it as written. */
export function certainObject(object: AdmittedObject, kind: string, name: string): AdmissionObject | undefined {
  const found = declared(object, kind, name);
  return found?.isCertain() === true ? found : undefined;
}
