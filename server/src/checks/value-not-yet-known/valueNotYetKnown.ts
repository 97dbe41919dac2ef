import type { ApiField, EnumValue } from '../../catalog/types.ts';
import type { Node } from '../../manifest/node.ts';
import { formatMinor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, FieldJudge } from '../check.ts';

const code = 'value-not-yet-known';

/** Enumerated values that are younger than the emulation version: taken now, refused by the version that is emulated. */
export const valueNotYetKnown: Check = {
  judgesParts: true,
  codes: [{ code, consequences: ['advice'], title: 'The value is newer than the emulated version' }],
  field(field, surface) {
    const { emulation, binary } = surface.versions;
    const news = valuesOf(field).filter(({ introduced }) => introduced > emulation && introduced <= binary);
    // Of a field that is new itself, the field is the news.
    if (news.length === 0 || field.introduced > emulation) return undefined;
    const judge: FieldJudge = (value, at, emit) => {
      for (const leaf of leavesOf(value)) {
        const known = news.find((candidate) => candidate.value === leaf.value);
        if (known === undefined) continue;
        const came = formatMinor(known.introduced);
        const path = formatPath(at.path);
        if (path.startsWith('status.')) return;
        emit({
          code,
          consequence: 'advice',
          path,
          span: { start: leaf.start, end: leaf.end },
          message: `"${known.value}" was introduced in ${came}; this ${formatMinor(binary)} server emulates ${formatMinor(emulation)}`,
          why: `A ${formatMinor(emulation)} binary refuses the value. The newer binary accepts it unless it needs a feature gate that is off.`,
          remedy: `Use an older value as long as you may roll back to a binary older than ${came}.`,
          source: 'KEP-4330; the enumerations of each release of k8s.io/api',
          fixes: () => [],
        });
      }
    };
    return judge;
  },
};

function valuesOf({ enum: values, constants }: ApiField): readonly EnumValue[] {
  return values ?? constants ?? [];
}

/** The strings of a value: an enumeration is in a field or in a list. */
function leavesOf(value: Node): readonly (Node & { readonly kind: 'scalar' })[] {
  if (value.kind === 'scalar') return [value];
  return value.kind === 'list' ? value.items.flatMap((item) => (item.kind === 'scalar' ? [item] : [])) : [];
}
