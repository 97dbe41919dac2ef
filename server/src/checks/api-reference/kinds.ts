import type { Availability } from '../../catalog/surface.ts';
import { entryFor, scalarFor, stringFor } from '../../manifest/node.ts';
import { formatGroupVersion, formatGroupVersionKind, parseGroupVersion } from '../../targets/groupVersion.ts';
import { formatMinor } from '../../targets/version.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import { choiceOfVersions } from '../apiFinding.ts';
import { emitNotServed } from './emitNotServed.ts';
import type { JudgeReference } from './references.ts';
import { ServedNames } from './served.ts';

/** Judges a reference by apiVersion and kind. */
export const judgeApiVersion: JudgeReference = (object, path, reference, surface, emit) => {
  const kind = stringFor(object, 'kind') ?? '';
  const written = scalarFor(object, 'apiVersion');
  const groupVersion = parseGroupVersion(stringFor(object, 'apiVersion') ?? '');
  if (kind === '' || groupVersion === undefined || written === undefined) return;
  const gvk = { ...groupVersion, kind };
  const availability = surface.availability(gvk);
  const because = reason(availability);
  if (because === undefined) return;
  if (availability.state === 'unknown-kind') {
    const value = scalarFor(object, 'kind');
    if (value === undefined) return;
    const named = formatGroupVersionKind(gvk);
    const remedy = 'Use a kind and apiVersion that the target serves.';
    emitNotServed(
      { value, path: fieldOf(path, 'kind'), named, because, remedy, instead: undefined },
      reference,
      surface,
      emit,
    );
    return;
  }
  const others =
    'alternatives' in availability ? availability.alternatives.filter((alternative) => alternative.kind === kind) : [];
  const [instead] = others;
  const found = reference.version === 'ignored' && instead?.group === gvk.group;
  emitNotServed(
    {
      value: written,
      path: fieldOf(path, 'apiVersion'),
      named: formatGroupVersionKind(gvk),
      because,
      ...(found ? { effect: 'Clients resolve the reference by group and kind only, so it still works.' } : {}),
      remedy: others.length === 0 ? 'Refer to something that the target serves.' : `Write ${choiceOfVersions(others)}.`,
      instead: instead === undefined ? undefined : formatGroupVersion(instead),
    },
    reference,
    surface,
    emit,
  );
};

/** Judges a reference by group and kind, or by group and resource. */
export const judgeGroup: JudgeReference = (object, path, reference, surface, emit) => {
  const groupField = reference.group ?? 'group';
  const group = stringFor(object, groupField) ?? '';
  const nameField = reference.form === 'resource' ? 'resource' : 'kind';
  const name = stringFor(object, nameField) ?? '';
  const served = ServedNames.of(surface);
  if (name === '' || !served.isOwn(group)) return;
  const known = served
    .knownInGroup(group)
    .filter((kindFacts) => name === (nameField === 'kind' ? kindFacts.kind : kindFacts.resource));
  if (known.length === 0 || known.some((kindFacts) => served.kind(group, kindFacts.kind).length > 0)) return;
  const value = scalarFor(object, groupField) ?? scalarFor(object, nameField);
  if (value === undefined) return;
  const groups = [...served.movedTo(known)];
  emitNotServed(
    {
      value,
      path: fieldOf(path, entryFor(object, groupField)?.value === value ? groupField : nameField),
      named: group === '' ? `${name} of the core group` : `${name} of ${group}`,
      because: served.whyNot(known),
      remedy:
        groups.length === 0
          ? 'Refer to something that the target serves.'
          : `Write the group ${groups.map((item) => (item === '' ? '""' : item)).join(' or ')}.`,
      instead: groups.length === 1 && stringFor(object, groupField) !== undefined ? groups[0] : undefined,
    },
    reference,
    surface,
    emit,
  );
};

/** Why a kind is not served, a clause; undefined if it is served or unknown. */
function reason(availability: Availability): string | undefined {
  switch (availability.state) {
    case 'removed':
      return `it was last served by Kubernetes ${formatMinor(availability.lastServed)}`;
    case 'not-yet-served':
      return `it is introduced in Kubernetes ${formatMinor(availability.introduced)}`;
    case 'not-enabled':
      return 'it is not enabled there';
    case 'unknown-version':
      return 'no release of Kubernetes has the kind in this version';
    case 'unknown-kind':
      return 'no release of Kubernetes has this kind in the group';
    default:
      return undefined;
  }
}
