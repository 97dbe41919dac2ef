import type { ApiSurface, Availability } from '../catalog/surface.ts';
import type { Finding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Minor } from '../targets/version.ts';
import { isBySchema, isUnchanged, ratchetsSchemas } from './customRatchet.ts';
import { isRepeatedWarning } from './repeatedWarnings.ts';
import { type RatchetRule, ratchetRules } from './rules.ts';
import { sameAt, textAt } from './values.ts';

/** A resource with the findings of a create. */
export interface CreateVerdict {
  readonly resource: Resource;
  readonly findings: readonly Finding[];
}

/** A resource with the findings of a create at a target. */
export interface JudgedAt extends CreateVerdict {
  readonly surface: ApiSurface;
  readonly availability: Availability;
  /** Whether the request is a server-side apply, which must fit the types of a schema; undefined if unknown. */
  readonly isMerged?: boolean;
}

/**
 * The findings of an update: those of a create, as advice if the server tolerates them because of the stored object.
 * For an unknown stored object, all that it could tolerate are advice.
 *
 * @param stored the stored object, judged as a create.
 */
export function ratchet(now: JudgedAt, stored: CreateVerdict | 'unknown', binary: Minor): readonly Finding[] {
  const rules = ratchetRules(now.resource, binary);
  const schemas = ratchetsSchemas(now.surface, now.availability);
  const candidates =
    stored === 'unknown'
      ? now.findings
      : now.findings.filter((finding) => !isRepeatedWarning(finding, now.resource, stored.resource));
  const kept = stored === 'unknown' ? [] : candidates.filter((finding) => isKeptField(finding, stored));
  const reported = candidates.filter((finding) => stored === 'unknown' || !isAnsweredBy(kept, finding, stored));
  return reported.map((finding) => {
    if (schemas && finding.consequence === 'invalid' && isBySchema(finding)) {
      const kept = keptValue(finding, now, stored);
      return kept !== finding && now.isMerged === true && isUntyped(finding) ? untyped(finding) : kept;
    }
    if (finding.consequence === 'dropped' && finding.use !== undefined) return keptField(finding, stored);
    const rule = rules.find(
      (ratchetRule) =>
        ratchetRule.concerns(finding, now.resource) &&
        (stored === 'unknown' || tolerates(ratchetRule, finding, now, stored)),
    );
    if (rule === undefined) return finding;
    const isRefusedAnyway = candidates.some((other) => isOtherRefusal(other, finding));
    return tolerated(finding, rule, stored === 'unknown' || isRefusedAnyway);
  });
}

/** Whether the value of a finding is refused for something else too. */
function isOtherRefusal(other: Finding, { path, message }: Finding): boolean {
  return other.consequence === 'invalid' && other.path === path && other.message !== message;
}

/** @param isUncertain whether the stored object, or what else is wrong with the value, may prevent it. */
function tolerated(finding: Finding, { why, warns, source: cited }: RatchetRule, isUncertain: boolean): Finding {
  const source = cited.startsWith('k8s.io/') ? cited : `k8s.io/kubernetes ${cited}`;
  const accepts = `The server accepts it on ${isUncertain ? 'an update if' : 'this update, because'} the stored object already has it`;
  const refuses = 'A create is refused with 422 Invalid.';
  if (warns === undefined || isUncertain)
    return { ...finding, consequence: 'advice', why: `${refuses} ${why ?? `${accepts}.`}`, source };
  const sent = `${accepts}, and sends this as a Warning header.`;
  return {
    ...finding,
    code: 'server-warning',
    consequence: 'warning',
    message: warns,
    why: `${refuses} ${sent}`,
    source,
  };
}

/** The finding for a value that the schema of a custom resource, or a rule in it, refuses. */
function keptValue(finding: Finding, now: CreateVerdict, stored: CreateVerdict | 'unknown'): Finding {
  if (finding.isLasting === true) return finding;
  if (stored !== 'unknown' && !isUnchanged(finding, now.resource, stored.resource)) return finding;
  return {
    ...finding,
    consequence: 'advice',
    why: `A create is refused with 422 Invalid. The server accepts it on ${stored === 'unknown' ? 'an update that does not change it' : 'this update, which does not change it'}.`,
    source: 'KEP-4008, k8s.io/apiextensions-apiserver pkg/apiserver/validation/ratcheting.go',
  };
}

/**
 * Whether a value does not fit the types and the keys of a schema: a server-side apply reads its patch by these, before
 * anything is validated (`sigs.k8s.io/structured-merge-diff` typed/validate.go). It does not tell integers from others.
 */
function isUntyped({ code, message }: Finding): boolean {
  return (
    code === 'duplicate-value' ||
    /must be of type (?:string|boolean|object|array|number|integer(?!: "number")):/.test(message)
  );
}

function untyped(finding: Finding): Finding {
  return {
    ...finding,
    why: 'A server-side apply of such a value is refused with 500, "failed to create typed patch object", even if the stored object has it. Other updates keep it.',
    source: 'sigs.k8s.io/structured-merge-diff typed/validate.go',
  };
}

/** Whether the server keeps a gated field because the stored object uses it. */
function isKeptField({ consequence, use }: Finding, stored: CreateVerdict): boolean {
  return consequence === 'dropped' && use !== undefined && stored.findings.some((other) => other.use === use);
}

/**
 * Whether a kept field resolves a finding about a missing value. A create drops the field before validation, so that
 * the object around it is incomplete (`DropDisabledPodFields` and similar functions).
 */
function isAnsweredBy(kept: readonly Finding[], { path, code, consequence }: Finding, stored: CreateVerdict): boolean {
  if (kept.length === 0 || consequence === 'dropped' || path === '') return false;
  if (!stored.findings.some((other) => other.path === path && other.code === code)) return false;
  const parentPath = code === 'missing-field' ? path.slice(0, Math.max(0, path.lastIndexOf('.'))) : path;
  return kept.some(
    (finding) => finding.path.startsWith(`${parentPath}.`) && parentPath !== '' && parentPath !== 'spec',
  );
}

function keptField(finding: Finding, stored: CreateVerdict | 'unknown'): Finding {
  if (stored === 'unknown') return { ...finding, consequence: 'advice' };
  if (!stored.findings.some(({ use }) => use === finding.use)) return finding;
  return {
    ...finding,
    consequence: 'advice',
    message: `${finding.path} is kept on this update, although its feature gate is off here`,
    why: `${finding.message}. This applies to a create; this update keeps it, because the stored object already uses it.`,
  };
}

function tolerates(rule: RatchetRule, finding: Finding, now: CreateVerdict, stored: CreateVerdict): boolean {
  const excuses = stored.findings.filter((other) => rule.excuses(other));
  switch (rule.keeps) {
    case 'in-use':
      return excuses.length > 0;
    case 'anywhere':
      return excuses.some((other) => other.code === finding.code && reason(other) === reason(finding));
    case 'unchanged':
      return (
        excuses.some(({ path, code, message }) => {
          return path === finding.path && code === finding.code && message === finding.message;
        }) && rule.same.every((path) => sameAt(now.resource.root, stored.resource.root, path))
      );
    case 'same-value': {
      if (excuses.some(({ path }) => path === finding.path)) return false;
      if (rule.same.length > 0) {
        return rule.same.every((path) => sameAt(now.resource.root, stored.resource.root, path));
      }
      const steps = finding.path.split(/[.[\]]+/).filter(Boolean);
      const text = textAt(now.resource.root, steps);
      return text !== '' && text === textAt(stored.resource.root, steps);
    }
    case 'replaced':
      return excuses.length === 0;
    case 'always':
      return true;
  }
}

/** The message without the path. */
function reason({ path, message }: Finding): string {
  return message.startsWith(path) ? message.slice(path.length) : message;
}
