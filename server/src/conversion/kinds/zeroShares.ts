import { scalarDraft } from '../../manifest/reconcile/draft.ts';
import type { KindCode } from './kindCode.ts';

const preserveZero = 'flowcontrol.k8s.io/v1beta3-preserve-zero-concurrency-shares';

/**
 * Zero concurrency shares: without an annotation, `flowcontrol.apiserver.k8s.io/v1beta3` replaces them by the default
 * (`pkg/apis/flowcontrol/v1beta3/{conversion,defaults}.go`).
 */
export const zeroShares: KindCode = {
  toHub: (root) => {
    const limited = root.map('spec')?.map('limited');
    const annotations = root.map('metadata')?.map('annotations');
    const preservesZero = annotations?.take(preserveZero) !== undefined;
    if (preservesZero && annotations?.fields().next().done === true) root.map('metadata')?.take('annotations');
    if (limited === undefined) return;
    const shares = limited.scalar('nominalConcurrencyShares');
    if (preservesZero && shares === undefined) limited.set('nominalConcurrencyShares', scalarDraft(0));
    if (!preservesZero && shares === 0) limited.take('nominalConcurrencyShares');
  },
  fromHub: (root) => {
    if (root.map('spec')?.map('limited')?.scalar('nominalConcurrencyShares') !== 0) return;
    root.mapOrNew('metadata')?.mapOrNew('annotations')?.set(preserveZero, scalarDraft(''));
  },
};
