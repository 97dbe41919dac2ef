import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { Value } from '../value.ts';

/** The StorageClass that a claim names; '' where it names none. Source: GetPersistentVolumeClaimClass. */
export function classOfClaim(claim: Value): string {
  const annotation = claim.at('metadata').at('annotations').entry(table.storageClassAnnotation);
  return annotation.present ? annotation.text : claim.at('spec').at('storageClassName').text;
}
