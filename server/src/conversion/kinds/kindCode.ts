import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import type { Remarks } from '../remarks.ts';

/** A difference between a version and the hub that needs code. Both functions change the draft in place. */
export interface KindCode {
  readonly toHub: (root: DraftMap, remarks: Remarks) => void;
  readonly fromHub: (root: DraftMap, remarks: Remarks) => void;
}
