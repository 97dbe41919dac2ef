import table from '../../data/authored/crd-deprecations.json' with { type: 'json' };
import type { AnnouncedDeprecation, ApiSurface } from '../catalog/surface.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';

interface TableEntry extends Partial<AnnouncedDeprecation> {
  readonly group: string;
  readonly source: string;
}

const entries: readonly TableEntry[] = table.deprecations;

/** Announcements of projects about their own kinds. */
const builtIn: readonly AnnouncedDeprecation[] = entries.map((entry) => ({
  version: undefined,
  kind: undefined,
  deprecated: undefined,
  removed: undefined,
  instead: undefined,
  ...entry,
}));

/** A target with the workspace's announcements, which precede the built-in ones. */
export function withDeprecations(surface: ApiSurface, deprecations: readonly AnnouncedDeprecation[]): ApiSurface {
  return deprecations.length === 0 ? surface : { ...surface, deprecations };
}

/** The announcement about a kind: the first match of the workspace, then of the built-in ones. */
export function announcedDeprecation(
  gvk: GroupVersionKind,
  { deprecations }: ApiSurface,
): AnnouncedDeprecation | undefined {
  const fits = ({ group, version, kind }: AnnouncedDeprecation): boolean =>
    group === gvk.group && (version ?? gvk.version) === gvk.version && (kind ?? gvk.kind) === gvk.kind;
  return deprecations?.find(fits) ?? builtIn.find(fits);
}
