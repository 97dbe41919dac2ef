import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { asValue } from '../admissionMatch.ts';
import { declared } from './declared.ts';
import type { PluginRequest } from './pluginRule.ts';

/** How classes of a kind are marked as the default. */
export interface DefaultClassFacts {
  /** `group/Kind`. */
  readonly kind: string;
  readonly annotations: readonly string[];
}

/**
 * The only class of the workspace that is marked as the default. Of several, the newest is the default. Source:
 * pkg/volume/util/storageclass.go, plugin/pkg/admission/network/defaultingressclass/admission.go, getDefaultClass.
 */
export function defaultClass(
  cluster: Pick<PluginRequest, 'objects' | 'surface'>,
  { kind, annotations }: DefaultClassFacts,
): AdmissionObject | undefined {
  const marked = (cluster.objects?.ofKind(kind) ?? []).filter((storageClass) => {
    const present = asValue(storageClass).at('metadata').at('annotations');
    return annotations.some((annotation) => present.entry(annotation).text === 'true');
  });
  const [only] = marked;
  return only === undefined || marked.length > 1 ? undefined : declared(cluster, kind, only.name);
}
