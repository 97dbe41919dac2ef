import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import type { Value } from '../value.ts';
import { defaultClass } from './defaultClass.ts';
import type { PluginRequest } from './pluginRule.ts';

/** The StorageClass that a claim names; '' where it names none. Source: GetPersistentVolumeClaimClass. */
export function classOfClaim(claim: Value): string {
  const annotation = claim.at('metadata').at('annotations').entry(table.storageClassAnnotation);
  return annotation.present ? annotation.text : claim.at('spec').at('storageClassName').text;
}

/** The StorageClass that a claim gets: the one that it names, or the default of the workspace; '' if that is unknown. */
export function classOfRequest(request: Pick<PluginRequest, 'objects' | 'surface'>, claim: Value): string {
  return defaultOf(request, claim)?.name ?? classOfClaim(claim);
}

/** The default StorageClass of the workspace, if a claim names none. */
export function defaultOf(
  request: Pick<PluginRequest, 'objects' | 'surface'>,
  claim: Value,
): AdmissionObject | undefined {
  const isNamed =
    claim.at('metadata').at('annotations').entry(table.storageClassAnnotation).present ||
    claim.at('spec').at('storageClassName').present;
  if (isNamed || !isPluginOn(request.surface, 'DefaultStorageClass')) return undefined;
  return defaultClass(request, table.defaultClasses.storage);
}
