import { disabledGates } from '../../catalog/droppedFields/gates.ts';
import { gatedRulesFor } from '../../catalog/droppedFields/rules.ts';
import { formatMinor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, ValuePosition } from '../check.ts';

/** Fields newer than the emulation version: they are stored and prevent a rollback. */
export const fieldNotYetKnown: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'field-not-yet-known',
      consequences: ['advice'],
      title: 'The field is newer than the emulated version, but is kept',
    },
  ],
  field(field, surface) {
    const { emulation, binary } = surface.versions;
    if (field.introduced <= emulation || field.introduced > binary) return undefined;
    // In a struct that is new itself, the field that holds the struct is the news.
    if (surface.catalog.type(emulation, field.owner) === undefined) return undefined;
    // A field dropped by a gate has another finding.
    if (gatedRulesFor(field, binary).some((rule) => disabledGates(rule.gates, surface).length > 0)) return undefined;
    const came = formatMinor(field.introduced);
    return (value, at, emit) => {
      if (value.kind === 'map' ? value.entries.length === 0 : value.kind === 'list' && value.items.length === 0) return;
      const path = formatPath(at.path);
      // The status is written by the cluster.
      if (path.startsWith('status.') || isBelowDropped(at)) return;
      emit({
        code: 'field-not-yet-known',
        consequence: 'advice',
        path,
        span: { start: at.key.start, end: at.key.end },
        message: `${path} was introduced in ${came}; a ${formatMinor(binary)} server that emulates ${formatMinor(emulation)} still keeps it`,
        why: `The server decodes objects with the schema of its binary, not of the emulated version, and no gate drops this field. A server of ${formatMinor(emulation)} does not know the field. It refuses the manifest, and drops the field from stored objects when it writes them.`,
        remedy: `Leave it out as long as you may roll back to a binary older than ${came}.`,
        source: 'KEP-4330; k8s.io/apimachinery pkg/runtime/serializer/json',
        fixes: () => [],
      });
    };
  },
};

/** Whether a parent field is dropped because its gate is off. */
function isBelowDropped({ path, subject }: ValuePosition): boolean {
  const above = new Set<unknown>();
  for (let step = path; step !== undefined; step = step.parent) above.add(step);
  return (subject.decoded?.fields ?? []).some(
    (occurrence) =>
      above.has(occurrence.path) &&
      gatedRulesFor(occurrence.field, subject.surface.versions.binary).some(
        (rule) => disabledGates(rule.gates, subject.surface).length > 0,
      ),
  );
}
