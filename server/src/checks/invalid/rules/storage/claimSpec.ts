import { dnsSubdomain } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
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

/** The spec of a claim; `normalized` for a standalone claim, whose data sources are normalized first. */
export function validateClaimSpec(spec: Value, errors: ErrorList, normalized = false): void {
  const modes = spec.at('accessModes');
  if (modes.empty) errors.required(modes, 'at least 1 access mode is required');
  validateLabelSelector(spec.at('selector'), errors);
  validateAccessModes(modes, errors);
  const requests = spec.at('resources').at('requests').entries;
  const field = spec.at('resources').entry('storage');
  const storage = requests.get('storage')?.reportedAt(field);
  if (storage === undefined) errors.required(field);
  else {
    validatePositiveQuantity(storage, errors);
    validateAmount('storage', storage, errors);
  }
  validateName(spec.at('storageClassName'), errors);
  const volumeMode = spec.at('volumeMode');
  if (volumeMode.present) errors.oneOf(volumeMode, volumeModes);
  validateDataSources(spec, normalized, errors);
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

function validateDataSources(spec: Value, normalized: boolean, errors: ErrorList): void {
  let [source, reference] = [spec.at('dataSource'), spec.at('dataSourceRef')];
  if (normalized) {
    // A reference into another namespace is dropped where the gate is off, then a source of another kind without one.
    if (!errors.gate('AnyVolumeDataSource')) reference = reference.without();
    const crosses = !reference.at('namespace').empty;
    if (crosses && !errors.gate('CrossNamespaceVolumeDataSource')) reference = reference.without();
    if (source.present && !reference.present && !isClaimOrSnapshot(source)) source = source.without();
    // Each is copied from the other if absent.
    if (source.present && !reference.present) reference = source.reportedAt(reference);
    else if (reference.present && !source.present && !crosses) source = reference.reportedAt(source);
  }
  if (source.present) validateDataSource(source, errors);
  if (reference.present) {
    validateDataSource(reference, errors);
    const namespace = reference.at('namespace');
    if (!namespace.empty) errors.invalid(namespace, labelName(namespace.text, false));
  }
  if (!source.present || !reference.present) return;
  if (!reference.at('namespace').empty) {
    errors.invalid(source.reportedAt(spec), 'may not be specified when dataSourceRef.namespace is specified');
  } else if (['apiGroup', 'kind', 'name'].some((name) => source.at(name).text !== reference.at(name).text)) {
    errors.invalid(source.reportedAt(spec), 'must match dataSourceRef');
  }
}

/** The kinds that the older of the two fields may name: `dataSourceIsPvcOrSnapshot`. */
function isClaimOrSnapshot(source: Value): boolean {
  const [kind, group] = [source.at('kind').text, source.at('apiGroup').text];
  return (
    (kind === 'PersistentVolumeClaim' && group === '') ||
    (kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io')
  );
}

function validateDataSource(source: Value, errors: ErrorList): void {
  const [name, kind, group] = [source.at('name'), source.at('kind'), source.at('apiGroup')];
  if (name.empty) errors.required(name);
  if (kind.empty) errors.required(kind);
  if (group.empty && kind.text !== 'PersistentVolumeClaim') {
    errors.invalid(source, "must be 'PersistentVolumeClaim' when referencing the default apiGroup", kind.text);
  }
  if (!group.empty) errors.format(group, dnsSubdomain);
}
