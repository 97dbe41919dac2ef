import { entryFor, isNull, type MapNode, stringFor } from '../../manifest/node.ts';
import { fieldOf } from '../../text/fieldPath.ts';
import type { Emit, ValuePosition } from '../check.ts';
import { reportDropped } from './report.ts';

/** `sessionAffinityConfig` of a Service falls unless there is an affinity, which is `None` by default. */
export function sessionAffinity(spec: MapNode, at: ValuePosition, emit: Emit): void {
  const entry = entryFor(spec, 'sessionAffinityConfig');
  if (entry === undefined || isNull(entry.value)) return;
  const affinity = stringFor(spec, 'sessionAffinity') ?? '';
  if (affinity !== '' && affinity !== 'None') return;
  reportDropped(
    { subject: at.subject, path: fieldOf(at.path, 'sessionAffinityConfig'), key: entry.keySpan },
    'sessionAffinityConfig applies only to sessionAffinity: ClientIP; with None, the default, it is dropped.',
    'Set sessionAffinity: ClientIP, or leave it out.',
    'pkg/apis/core/v1/defaults.go, SetDefaults_Service',
    emit,
  );
}
