import type { DisabledGate } from '../../catalog/droppedFields/gates.ts';
import type { Finding } from '../../finding.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Emit, ValuePosition } from '../check.ts';

/** Dropped paths, below which nothing more is reported. Children share the path objects. */
const dropped = new WeakSet<object>();

/** The source of a gated field's rule, and the condition for an update to keep the field (`GatedRule.inUse`). */
export interface GatedSource {
  readonly source: string;
  readonly inUse?: string;
}

/** Reports a field that a create drops because gates are off. */
export function reportGated(
  gates: readonly [DisabledGate, ...DisabledGate[]],
  at: ValuePosition,
  { source, inUse }: GatedSource,
  emit: Emit,
  what?: string,
): void {
  const names = gates.map(({ name }) => name).join(' and ');
  const path = formatPath(at.path);
  give(at.path, at.key, emit, {
    code: 'gated-field-dropped',
    message: `${what ?? path} is silently dropped: it needs the feature gate ${names}, which is off here`,
    why: `${gates.map(({ why }) => why).join(' ')} A create drops the field without error or warning. An update keeps it if the stored object already has it.`,
    remedy: gates.map(({ remedy }) => remedy).join(' '),
    source: kubernetesSource(source),
    ...(inUse === 'per-item' ? {} : { use: inUse === 'field' ? `${names}: ${at.path?.name ?? ''}` : names }),
  });
}

/** Reports a field that every create drops. */
export function reportDropped(at: ValuePosition, why: string, remedy: string, source: string, emit: Emit): void {
  give(at.path, at.key, emit, {
    code: 'dropped-field',
    message: `${formatPath(at.path)} is silently dropped`,
    why,
    remedy,
    source: kubernetesSource(source),
  });
}

function give(
  path: FieldPath,
  span: Span,
  emit: Emit,
  words: Pick<Finding, 'code' | 'message' | 'why' | 'remedy' | 'source' | 'use'>,
): void {
  for (let step = path; step !== undefined; step = step.parent) if (dropped.has(step)) return;
  if (path !== undefined) dropped.add(path);
  emit({
    ...words,
    consequence: 'dropped',
    path: formatPath(path),
    span: { start: span.start, end: span.end },
    fixes: () => [],
  });
}

function kubernetesSource(file: string): string {
  return `k8s.io/kubernetes ${file}`;
}
