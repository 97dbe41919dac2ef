import { disabledGates } from '../../catalog/droppedFields/gates.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { entryFor, type MapNode, stringFor, valueFor } from '../../manifest/node.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import type { ObjectJudge } from '../check.ts';
import { reportDropped } from './report.ts';

/**
 * `dataSource` of a claim supports only claims and volume snapshots; anything else is dropped if there is no
 * `dataSourceRef`, or if that is dropped itself (`EnforceDataSourceBackwardsCompatibility`).
 */
export function dataSource(surface: ApiSurface): ObjectJudge {
  const refFalls = disabledGates(['AnyVolumeDataSource'], surface).length > 0;
  const crossFalls = disabledGates(['CrossNamespaceVolumeDataSource'], surface).length > 0;
  return (spec, at, emit) => {
    if (at.subject.resource.kind !== 'PersistentVolumeClaim') return;
    const entry = entryFor(spec, 'dataSource');
    const source = valueFor(spec, 'dataSource');
    if (entry === undefined || source?.kind !== 'map' || isClaimOrSnapshot(source)) return;
    const ref = valueFor(spec, 'dataSourceRef');
    const names = ref?.kind === 'map' && (stringFor(ref, 'namespace') ?? '') !== '';
    if (ref !== undefined && !refFalls && !(names && crossFalls)) return;
    reportDropped(
      { subject: at.subject, path: fieldOf(at.path, 'dataSource'), key: entry.keySpan },
      'dataSource takes only a PersistentVolumeClaim or a VolumeSnapshot; other kinds are silently dropped.',
      'Write it under dataSourceRef, which takes any kind.',
      'pkg/api/persistentvolumeclaim/util.go',
      emit,
    );
  };
}

function isClaimOrSnapshot(source: MapNode): boolean {
  const group = stringFor(source, 'apiGroup') ?? '';
  const kind = stringFor(source, 'kind') ?? '';
  return (
    (kind === 'PersistentVolumeClaim' && group === '') ||
    (kind === 'VolumeSnapshot' && group === 'snapshot.storage.k8s.io')
  );
}
