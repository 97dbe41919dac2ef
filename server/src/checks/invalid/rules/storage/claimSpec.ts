import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Value } from '../../value.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { labelName, subdomainName, validateTemplateMetadata } from '../meta/objectMeta.ts';
import { validateAmount, validatePositiveQuantity } from '../pod/quantities.ts';

// Source: pkg/apis/core/validation/validation.go, ValidatePersistentVolumeClaimSpec.

/** The access modes of volumes and claims. */
export const accessModes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const volumeModes = ['Block', 'Filesystem'];

/** The claim that a pod's ephemeral volume makes: `ValidatePersistentVolumeClaimTemplate`. */
export function validateClaimTemplate(template: Value, errors: ErrorList): void {
  validateTemplateMetadata(template.at('metadata'), errors);
  validateClaimSpec(template.at('spec'), errors);
}

/** What a claim asks for. */
export function validateClaimSpec(spec: Value, errors: ErrorList): void {
  const modes = spec.at('accessModes');
  if (modes.empty) errors.required(modes, 'at least 1 access mode is required');
  validateLabelSelector(spec.at('selector'), errors);
  validateAccessModes(modes, errors);
  const requests = spec.at('resources').at('requests').entries;
  const place = spec.at('resources').entry('storage');
  const storage = requests.get('storage')?.reportedAt(place);
  if (storage === undefined) errors.required(place);
  else {
    validatePositiveQuantity(storage, errors);
    validateAmount('storage', storage, errors);
  }
  validateName(spec.at('storageClassName'), errors);
  const volumeMode = spec.at('volumeMode');
  if (volumeMode.present) errors.oneOf(volumeMode, volumeModes);
  validateDataSources(spec, errors);
  validateName(spec.at('volumeAttributesClassName'), errors);
}

/** Access modes of a volume or a claim, reported at the list. */
export function validateAccessModes(modes: Value, errors: ErrorList): void {
  for (const mode of modes.items) errors.oneOf(mode.reportedAt(modes), accessModes);
  const known = modes.texts.filter((mode) => accessModes.includes(mode));
  if (known.includes('ReadWriteOncePod') && known.some((mode) => mode !== 'ReadWriteOncePod')) {
    errors.forbidden(modes, 'may not use ReadWriteOncePod with other access modes');
  }
}

function validateName(name: Value, errors: ErrorList): void {
  if (!name.empty) errors.invalid(name, subdomainName(name.text, false));
}

function validateDataSources(spec: Value, errors: ErrorList): void {
  const [source, reference] = [spec.at('dataSource'), spec.at('dataSourceRef')];
  for (const each of [source, reference]) {
    if (each.present) validateDataSource(each, errors);
  }
  if (!source.present || !reference.present) return;
  const namespace = reference.at('namespace');
  if (!namespace.empty) {
    errors.invalid(source.reportedAt(spec), 'may not be specified when dataSourceRef.namespace is specified');
  } else if (['apiGroup', 'kind', 'name'].some((name) => source.at(name).text !== reference.at(name).text)) {
    errors.invalid(source.reportedAt(spec), 'must match dataSourceRef');
  }
}

function validateDataSource(source: Value, errors: ErrorList): void {
  const [name, kind, group, namespace] = [
    source.at('name'),
    source.at('kind'),
    source.at('apiGroup'),
    source.at('namespace'),
  ];
  if (name.empty) errors.required(name);
  if (kind.empty) errors.required(kind);
  if (group.empty && kind.text !== 'PersistentVolumeClaim') {
    errors.invalid(source, "must be 'PersistentVolumeClaim' when referencing the default apiGroup", kind.text);
  }
  if (!group.empty) errors.format(group, dnsSubdomain);
  if (!namespace.empty) errors.invalid(namespace, labelName(namespace.text, false));
}
