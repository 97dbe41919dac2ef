import type { KindRule } from './rule.ts';
import { cronJobRules } from './rules/batch/cronJob.ts';
import { jobRules } from './rules/batch/job.ts';
import { podRules } from './rules/pod/pod.ts';
import { daemonSetRules } from './rules/workloads/daemonSet.ts';
import { deploymentRules } from './rules/workloads/deployment.ts';
import { replicationControllerRules } from './rules/workloads/replicationController.ts';
import { statefulSetRules } from './rules/workloads/statefulSet.ts';

const all: readonly KindRule[] = [
  ...podRules,
  ...deploymentRules,
  ...daemonSetRules,
  ...statefulSetRules,
  ...replicationControllerRules,
  ...jobRules,
  ...cronJobRules,
];

const byKind = new Map(all.map((rule) => [`${rule.group}/${rule.kind}`, rule]));

/** The validation of a kind, the same for all versions of its group; undefined where none is written down. */
export function ruleFor(group: string, kind: string): KindRule | undefined {
  return byKind.get(`${group}/${kind}`);
}
