import table from '../../data/authored/crd-deprecations.json' with { type: 'json' };
import type { AnnouncedDeprecation, ApiSurface } from '../catalog/surface.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';

interface TableEntry extends Partial<AnnouncedDeprecation> {
  readonly group: string;
  readonly source: string;
}

const entries: readonly TableEntry[] = table.deprecations;

/** What projects have announced of their own kinds. */
const builtIn: readonly AnnouncedDeprecation[] = entries.map((entry) => ({
  version: undefined,
  kind: undefined,
  deprecated: undefined,
  removed: undefined,
  instead: undefined,
  ...entry,
}));

/** A target with what its workspace says of APIs, which counts before what is built in. */
export function withDeprecations(surface: ApiSurface, deprecations: readonly AnnouncedDeprecation[]): ApiSurface {
  return deprecations.length === 0 ? surface : { ...surface, deprecations };
}

/** What is announced of a kind: what the workspace says, else what is built in; the first that fits. */
export function announcedDeprecation(
  gvk: GroupVersionKind,
  { deprecations }: ApiSurface,
): AnnouncedDeprecation | undefined {
  const fits = ({ group, version, kind }: AnnouncedDeprecation): boolean =>
    group === gvk.group && (version ?? gvk.version) === gvk.version && (kind ?? gvk.kind) === gvk.kind;
  return deprecations?.find(fits) ?? builtIn.find(fits);
}
