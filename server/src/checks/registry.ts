import { absentDependency } from './absent-dependency/check.ts';
import { absentFile } from './absent-file/check.ts';
import { absentPath } from './absent-path/check.ts';
import { adminAccess } from './admin-access/check.ts';
import { admissionPolicy } from './admission-policy/check.ts';
import { announcedDeprecationCheck } from './announced-deprecation/check.ts';
import { apiNotEnabled } from './api-not-enabled/check.ts';
import { apiNotYetServed } from './api-not-yet-served/check.ts';
import { apiReference } from './api-reference/check.ts';
import { chartKubeVersion } from './chart-kube-version/check.ts';
import type { Check } from './check.ts';
import { componentFlagsCheck } from './component-flags/check.ts';
import { crdEvolution } from './crd-evolution/check.ts';
import { customVersionNotServed } from './custom-version-not-served/check.ts';
import { deprecatedApi } from './deprecated-api/check.ts';
import { deprecatedField } from './deprecated-field/check.ts';
import { deprecatedKustomizationField } from './deprecated-kustomization-field/check.ts';
import { droppedField } from './dropped-field/check.ts';
import { duplicateField } from './duplicate-field/check.ts';
import { fieldNotYetKnown } from './field-not-yet-known/check.ts';
import { immutableField } from './immutable-field/check.ts';
import { invalid } from './invalid/check.ts';
import { kustomizeSelection } from './kustomize-selection/check.ts';
import { malformedApiVersion } from './malformed-api-version/check.ts';
import { malformedJsonPatch } from './malformed-json-patch/check.ts';
import { malformedReplacement } from './malformed-replacement/check.ts';
import { misspeltGroup } from './misspelt-group/check.ts';
import { notAResource } from './not-a-resource/check.ts';
import { optInApi } from './opt-in-api/check.ts';
import { outdatedCustomVersion } from './outdated-custom-version/check.ts';
import { overwrittenApi } from './overwritten-api/check.ts';
import { podSecurity } from './pod-security/check.ts';
import { refusedConfiguration } from './refused-configuration/check.ts';
import { removedApi } from './removed-api/check.ts';
import { serverOwnedField } from './server-owned-field/check.ts';
import { serverWarning } from './server-warning/check.ts';
import { shadowedDefinition } from './shadowed-definition/check.ts';
import { staleApi } from './stale-api/check.ts';
import { unknownCustomKind } from './unknown-custom-kind/check.ts';
import { unknownField } from './unknown-field/check.ts';
import { unknownFieldPath } from './unknown-field-path/check.ts';
import { unknownKind } from './unknown-kind/check.ts';
import { unknownKustomizationField } from './unknown-kustomization-field/check.ts';
import { unknownVersion } from './unknown-version/check.ts';
import { valueNotYetKnown } from './value-not-yet-known/check.ts';
import { versionSkew } from './version-skew/check.ts';
import { wrongKustomizationType } from './wrong-kustomization-type/check.ts';
import { wrongType } from './wrong-type/check.ts';

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
  wrongType,
  unknownField,
  duplicateField,
  invalid,
  immutableField,
  podSecurity,
  adminAccess,
  admissionPolicy,
  droppedField,
  serverWarning,
  deprecatedField,
  fieldNotYetKnown,
  valueNotYetKnown,
  serverOwnedField,
  shadowedDefinition,
  crdEvolution,
  apiReference,
  chartKubeVersion,
  absentDependency,
  componentFlagsCheck,
  versionSkew,
  refusedConfiguration,
  unknownKustomizationField,
  wrongKustomizationType,
  absentFile,
  malformedJsonPatch,
  malformedReplacement,
  kustomizeSelection,
  unknownFieldPath,
  absentPath,
  deprecatedKustomizationField,
];
