import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import type { Minor } from '../target/version.ts';
import { type RatchetRule, ratchetRules } from './rules.ts';

/** A resource with what a create of it would meet. */
export interface Judged {
  readonly resource: Resource;
  readonly findings: readonly Finding[];
}

/**
 * What an update meets: a create's findings, where those that the server lets stand because the stored object has the
 * same are advice; where the stored object is unknown, all that it could let stand are. What makes the stored object break a rule is found by judging it in the same way.
 */
export function ratchet(now: Judged, stored: Judged | 'unknown', binary: Minor): readonly Finding[] {
  return now.findings.map((finding) => {
    if (finding.consequence === 'dropped' && finding.use !== undefined) return keptField(finding, stored);
    const rule = ratchetRules.find((one) => one.concerns(finding, now.resource, binary));
    if (rule === undefined || (stored !== 'unknown' && !letsStand(rule, finding, now, stored, binary))) return finding;
    return {
      ...finding,
      consequence: 'advice',
      why: `A create is refused with 422 Invalid. The server lets it stand on ${stored === 'unknown' ? 'an update if' : 'this update, because'} the stored object already has it.`,
      source: `k8s.io/kubernetes ${rule.source}`,
    };
  });
}

function keptField(finding: Finding, stored: Judged | 'unknown'): Finding {
  if (stored === 'unknown') return { ...finding, consequence: 'advice' };
  if (!stored.findings.some(({ use }) => use === finding.use)) return finding;
  return {
    ...finding,
    consequence: 'advice',
    message: `${finding.path} is kept on this update, although its feature gate is off here.`,
    why: `${finding.message} That is so on a create; this update keeps it, because the stored object already uses it.`,
  };
}

function letsStand(rule: RatchetRule, finding: Finding, now: Judged, stored: Judged, binary: Minor): boolean {
  const same = stored.findings.filter((other) => rule.concerns(other, stored.resource, binary));
  if (rule.keeps === 'in-use') return same.length > 0;
  if (rule.with !== undefined && textAt(now.resource.root, rule.with) !== textAt(stored.resource.root, rule.with)) {
    return false;
  }
  return same.some(({ path, code, message }) => {
    return path === finding.path && code === finding.code && message === finding.message;
  });
}

function textAt(root: MapNode, path: readonly string[]): string | undefined {
  let map: MapNode | undefined = root;
  for (const name of path.slice(0, -1)) map = map === undefined ? undefined : mapFor(map, name);
  return map === undefined ? undefined : stringFor(map, path.at(-1) ?? '');
}
