import { versionRank } from '../../targets/groupVersion.ts';
import type { Value } from '../value.ts';
import type { ErrorList } from './errorList.ts';

/** Validates a whole object of one kind on create: adds the server's refusals to `errors`. */
export type Rule = (object: Value, errors: ErrorList, kind: ValidatedKind) => void;

/** The validated kind, as rules see it. */
export interface ValidatedKind {
  /** The version in the manifest: shapes that differ between versions are read by it. */
  readonly version: string;
  readonly namespaced: boolean;
}

/** The rule of a kind, for all versions of its group, and the Kubernetes source it follows. */
export interface KindRule {
  readonly group: string;
  readonly kind: string;
  readonly rule: Rule;
  /** `pkg/apis/core/validation/validation.go, ValidatePod`, in the module k8s.io/kubernetes unless stated. */
  readonly source: string;
}

/** Whether the manifest uses a stable version of the kind: earlier ones had other defaults, and some another shape. */
export function isStable({ version }: ValidatedKind): boolean {
  return versionRank(version)?.stability === 'stable';
}

/** Whether the manifest uses an alpha of the kind, whose shape and rules were others. */
export function isAlpha({ version }: ValidatedKind): boolean {
  return versionRank(version)?.stability === 'alpha';
}
