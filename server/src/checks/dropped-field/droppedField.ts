import { type DisabledGate, disabledGates } from '../../catalog/droppedFields/gates.ts';
import { alwaysRuleFor, type GatedRule, gatedRulesFor } from '../../catalog/droppedFields/rules.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { ApiField } from '../../catalog/types.ts';
import type { Node } from '../../manifest/node.ts';
import { factMinor } from '../../targets/version.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, FieldJudge } from '../check.ts';
import { namespaceOfClusterScoped } from './clusterScope.ts';
import { conditions } from './conditions.ts';
import { dataSource } from './dataSource.ts';
import { imageVolumes } from './imageVolumes.ts';
import { reportDropped, reportGated } from './report.ts';
import { sessionAffinity } from './sessionAffinity.ts';
import { storedSchema } from './storedSchema.ts';

/** Fields that the server accepts and silently drops. */
export const droppedField: Check = {
  codes: [
    {
      code: 'gated-field-dropped',
      consequences: ['dropped', 'advice'],
      title: 'The field is silently dropped: its feature gate is off',
    },
    { code: 'dropped-field', consequences: ['dropped'], title: 'The field is silently dropped on create' },
  ],
  resource: (subject, emit) => {
    namespaceOfClusterScoped(subject, emit);
    storedSchema(subject, emit);
  },
  field(field, surface) {
    return gatedJudge(field, surface) ?? alwaysJudge(field, surface);
  },
  object(type, surface) {
    if (type.name === 'core.v1.PersistentVolumeClaimSpec') return dataSource(surface);
    if (type.name === 'core.v1.ServiceSpec') return sessionAffinity;
    if (type.name !== 'core.v1.PodSpec') return undefined;
    const [gate] = disabledGates(['ImageVolume'], surface);
    return gate === undefined ? undefined : imageVolumes(gate);
  },
};

/** A rule that applies at a target, with the gates that make it. */
interface ActiveRule {
  readonly rule: GatedRule;
  readonly gates: readonly [DisabledGate, ...DisabledGate[]];
}

function gatedJudge(field: ApiField, surface: ApiSurface): FieldJudge | undefined {
  const active = gatedRulesFor(field, surface.versions.binary).flatMap((rule): ActiveRule[] => {
    const [first, ...others] = disabledGates(rule.gates, surface);
    return first === undefined ? [] : [{ rule, gates: [first, ...others] }];
  });
  if (active.length === 0) return undefined;
  return (value, at, emit) => {
    if (isEmpty(value)) return;
    const path = formatPath(at.path);
    const { kind } = at.subject.resource;
    for (const { rule, gates } of active) {
      if (rule.kinds !== undefined && !rule.kinds.includes(kind)) continue;
      if (rule.when !== undefined && conditions.get(rule.when)?.(value, path) !== true) continue;
      reportGated(gates, at, rule, emit);
    }
  };
}

function alwaysJudge(field: ApiField, surface: ApiSurface): FieldJudge | undefined {
  const rule = alwaysRuleFor(field, surface.versions.binary, factMinor);
  if (rule === undefined) return undefined;
  return (value, at, emit) => {
    if (!isEmpty(value)) reportDropped(at, rule.why, 'Leave it out.', rule.source, emit);
  };
}

/** Dropping an empty list or map loses nothing. */
function isEmpty(value: Node): boolean {
  return value.kind === 'list' ? value.items.length === 0 : value.kind === 'map' && value.entries.length === 0;
}
