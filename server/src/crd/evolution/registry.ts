import type { EvolutionRule } from './rule.ts';
import { boundLoosened } from './rules/boundLoosened.ts';
import { boundTightened } from './rules/boundTightened.ts';
import { bundleBroken } from './rules/bundleBroken.ts';
import { bundleDowngraded } from './rules/bundleDowngraded.ts';
import { combinationChanged } from './rules/combinationChanged.ts';
import { conditionsWithoutKeys } from './rules/conditionsWithoutKeys.ts';
import { conversionChanged } from './rules/conversionChanged.ts';
import { defaultChanged } from './rules/defaultChanged.ts';
import { defaultDiffers } from './rules/defaultDiffers.ts';
import { descriptionChanged } from './rules/descriptionChanged.ts';
import { embeddedResourceAdded } from './rules/embeddedResourceAdded.ts';
import { enumNarrowed } from './rules/enumNarrowed.ts';
import { enumWidened } from './rules/enumWidened.ts';
import { fieldRemoved } from './rules/fieldRemoved.ts';
import { formatChanged } from './rules/formatChanged.ts';
import { keptFieldsPruned } from './rules/keptFieldsPruned.ts';
import { listTypeChanged } from './rules/listTypeChanged.ts';
import { listWithoutType } from './rules/listWithoutType.ts';
import { namesChanged } from './rules/namesChanged.ts';
import { newBoolean } from './rules/newBoolean.ts';
import { newFloat } from './rules/newFloat.ts';
import { newMap } from './rules/newMap.ts';
import { newUnsigned } from './rules/newUnsigned.ts';
import { noneConversionLoses } from './rules/noneConversionLoses.ts';
import { noneConversionMisreads } from './rules/noneConversionMisreads.ts';
import { nullableAdded } from './rules/nullableAdded.ts';
import { nullableRemoved } from './rules/nullableRemoved.ts';
import { patternRemoved } from './rules/patternRemoved.ts';
import { patternTightened } from './rules/patternTightened.ts';
import { pruningTurnedOn } from './rules/pruningTurnedOn.ts';
import { requiredAdded } from './rules/requiredAdded.ts';
import { requiredRemoved } from './rules/requiredRemoved.ts';
import { ruleAdded } from './rules/ruleAdded.ts';
import { ruleChanged } from './rules/ruleChanged.ts';
import { ruleRemoved } from './rules/ruleRemoved.ts';
import { scaleChanged } from './rules/scaleChanged.ts';
import { scopeChanged } from './rules/scopeChanged.ts';
import { selectableFieldRemoved } from './rules/selectableFieldRemoved.ts';
import { servedSwitchedAtOnce } from './rules/servedSwitchedAtOnce.ts';
import { statusMissing } from './rules/statusMissing.ts';
import { storageSwitchedAtOnce } from './rules/storageSwitchedAtOnce.ts';
import { storedVersionRemoved } from './rules/storedVersionRemoved.ts';
import { subresourceChanged } from './rules/subresourceChanged.ts';
import { typeChanged } from './rules/typeChanged.ts';
import { unknownFieldsKept } from './rules/unknownFieldsKept.ts';
import { validationDiffers } from './rules/validationDiffers.ts';
import { versionRemoved } from './rules/versionRemoved.ts';
import { versionUnserved } from './rules/versionUnserved.ts';

/** Every rule of evolution, one line each. The order is the order of changes at the same place. */
export const evolutionRules: readonly EvolutionRule[] = [
  scopeChanged,
  namesChanged,
  bundleDowngraded,
  versionRemoved,
  versionUnserved,
  storedVersionRemoved,
  storageSwitchedAtOnce,
  servedSwitchedAtOnce,
  conversionChanged,
  bundleBroken,
  pruningTurnedOn,
  subresourceChanged,
  scaleChanged,
  selectableFieldRemoved,
  typeChanged,
  embeddedResourceAdded,
  requiredAdded,
  requiredRemoved,
  enumNarrowed,
  enumWidened,
  boundTightened,
  boundLoosened,
  patternTightened,
  patternRemoved,
  formatChanged,
  defaultChanged,
  nullableRemoved,
  nullableAdded,
  listTypeChanged,
  keptFieldsPruned,
  unknownFieldsKept,
  combinationChanged,
  ruleAdded,
  ruleChanged,
  ruleRemoved,
  descriptionChanged,
  fieldRemoved,
  newBoolean,
  newFloat,
  newUnsigned,
  newMap,
  listWithoutType,
  conditionsWithoutKeys,
  statusMissing,
  noneConversionLoses,
  noneConversionMisreads,
  defaultDiffers,
  validationDiffers,
];
