import { absentDependency } from './absent-dependency/absentDependency.ts';
import { absentFile } from './absent-file/absentFile.ts';
import { absentPath } from './absent-path/absentPath.ts';
import { adminAccess } from './admin-access/adminAccess.ts';
import { admissionPlugin } from './admission-plugin/admissionPlugin.ts';
import { admissionPolicy } from './admission-policy/admissionPolicy.ts';
import { announcedDeprecationCheck } from './announced-deprecation/announcedDeprecation.ts';
import { apiNotEnabled } from './api-not-enabled/apiNotEnabled.ts';
import { apiNotYetServed } from './api-not-yet-served/apiNotYetServed.ts';
import { apiReference } from './api-reference/apiReference.ts';
import { changedKey } from './changed-key/changedKey.ts';
import { chartKubeVersion } from './chart-kube-version/chartKubeVersion.ts';
import type { Check } from './check.ts';
import { circularKustomization } from './circular-kustomization/circularKustomization.ts';
import { clusterTool } from './cluster-tool/clusterTool.ts';
import { componentFlagsCheck } from './component-flags/componentFlags.ts';
import { crdEvolution } from './crd-evolution/crdEvolution.ts';
import { customVersionNotServed } from './custom-version-not-served/customVersionNotServed.ts';
import { definitionNotEstablished } from './definition-not-established/definitionNotEstablished.ts';
import { deprecatedApi } from './deprecated-api/deprecatedApi.ts';
import { deprecatedField } from './deprecated-field/deprecatedField.ts';
import { deprecatedKustomizationField } from './deprecated-kustomization-field/deprecatedKustomizationField.ts';
import { droppedField } from './dropped-field/droppedField.ts';
import { duplicateEntry } from './duplicate-entry/duplicateEntry.ts';
import { duplicateField } from './duplicate-field/duplicateField.ts';
import { endlessWait } from './endless-wait/endlessWait.ts';
import { fieldConflict } from './field-conflict/fieldConflict.ts';
import { fieldNotYetKnown } from './field-not-yet-known/fieldNotYetKnown.ts';
import { immutableField } from './immutable-field/immutableField.ts';
import { invalid } from './invalid/invalid.ts';
import { kustomizeSelection } from './kustomize-selection/kustomizeSelection.ts';
import { malformedApiVersion } from './malformed-api-version/malformedApiVersion.ts';
import { malformedJsonPatch } from './malformed-json-patch/malformedJsonPatch.ts';
import { malformedReplacement } from './malformed-replacement/malformedReplacement.ts';
import { misspeltGroup } from './misspelt-group/misspeltGroup.ts';
import { notAResource } from './not-a-resource/notAResource.ts';
import { optInApi } from './opt-in-api/optInApi.ts';
import { outdatedCustomVersion } from './outdated-custom-version/outdatedCustomVersion.ts';
import { overwrittenApi } from './overwritten-api/overwrittenApi.ts';
import { podSecurity } from './pod-security/podSecurity.ts';
import { refusedBuiltValue } from './refused-built-value/refusedBuiltValue.ts';
import { refusedConfiguration } from './refused-configuration/refusedConfiguration.ts';
import { refusedSubstitutions } from './refused-substitution/refusedSubstitution.ts';
import { removedApi } from './removed-api/removedApi.ts';
import { serverOwnedField } from './server-owned-field/serverOwnedField.ts';
import { serverWarning } from './server-warning/serverWarning.ts';
import { shadowedDefinition } from './shadowed-definition/shadowedDefinition.ts';
import { staleApi } from './stale-api/staleApi.ts';
import { staleFieldManager } from './stale-field-manager/staleFieldManager.ts';
import { tooLarge } from './too-large/tooLarge.ts';
import { uncheckedSource } from './unchecked-source/uncheckedSource.ts';
import { unknownCustomKind } from './unknown-custom-kind/unknownCustomKind.ts';
import { unknownField } from './unknown-field/unknownField.ts';
import { unknownFieldPath } from './unknown-field-path/unknownFieldPath.ts';
import { unknownKind } from './unknown-kind/unknownKind.ts';
import { unknownKustomizationField } from './unknown-kustomization-field/unknownKustomizationField.ts';
import { unknownVersion } from './unknown-version/unknownVersion.ts';
import { unsupportedAddon } from './unsupported-addon/unsupportedAddon.ts';
import { valueNotYetKnown } from './value-not-yet-known/valueNotYetKnown.ts';
import { versionSkew } from './version-skew/versionSkew.ts';
import { wrongKustomizationType } from './wrong-kustomization-type/wrongKustomizationType.ts';
import { wrongType } from './wrong-type/wrongType.ts';

/** Every check, one line each. The order is the order of findings at the same place. */
export const checks: readonly Check[] = [
  removedApi,
  apiNotYetServed,
  apiNotEnabled,
  unknownKind,
  unknownVersion,
  customVersionNotServed,
  unknownCustomKind,
  outdatedCustomVersion,
  announcedDeprecationCheck,
  malformedApiVersion,
  notAResource,
  overwrittenApi,
  misspeltGroup,
  deprecatedApi,
  staleApi,
  optInApi,
  tooLarge,
  wrongType,
  unknownField,
  changedKey,
  duplicateField,
  duplicateEntry,
  fieldConflict,
  staleFieldManager,
  invalid,
  immutableField,
  podSecurity,
  adminAccess,
  admissionPlugin,
  admissionPolicy,
  droppedField,
  serverWarning,
  deprecatedField,
  endlessWait,
  fieldNotYetKnown,
  valueNotYetKnown,
  serverOwnedField,
  shadowedDefinition,
  crdEvolution,
  definitionNotEstablished,
  apiReference,
  chartKubeVersion,
  absentDependency,
  clusterTool,
  componentFlagsCheck,
  versionSkew,
  unsupportedAddon,
  refusedBuiltValue,
  refusedSubstitutions,
  refusedConfiguration,
  unknownKustomizationField,
  wrongKustomizationType,
  absentFile,
  circularKustomization,
  uncheckedSource,
  malformedJsonPatch,
  malformedReplacement,
  kustomizeSelection,
  unknownFieldPath,
  absentPath,
  deprecatedKustomizationField,
];
