import { DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { remark } from '../remarks.ts';
import type { KindCode } from './kindCode.ts';

/** The kinds of subjects with an implicit group. */
const rbacKinds = ['User', 'Group', 'ServiceAccount'];

/**
 * The subjects of role bindings, which have `apiVersion` in `rbac.authorization.k8s.io/v1alpha1` and `apiGroup` in
 * later versions (`pkg/apis/rbac/v1alpha1/conversion.go`). All versions default both for known kinds.
 */
export const rbacSubjects: KindCode = {
  toHub: (root) => {
    for (const subject of subjects(root)) {
      const kind = subject.string('kind') ?? '';
      const version = subject.string('apiVersion');
      if (!rbacKinds.includes(kind) && version?.includes('/')) {
        subject.set('apiVersion', scalarDraft(version.slice(0, version.indexOf('/'))));
        subject.rename('apiVersion', 'apiGroup');
      } else {
        subject.take('apiVersion');
      }
      if (kind === 'User' && subject.string('name') === '*') {
        subject.set('kind', scalarDraft('Group'));
        subject.set('name', scalarDraft('system:authenticated'));
      }
    }
  },
  fromHub: (root, remarks) => {
    const rbacGroup = (root.string('apiVersion') ?? '').split('/')[0];
    for (const [index, subject] of subjects(root).entries()) {
      const kind = subject.string('kind') ?? '';
      const group = subject.string('apiGroup');
      const path = ['subjects', index];
      if (kind === 'User' && subject.string('name') === '*') {
        remarks.lost.push(remark([...path, 'name'], 'means every authenticated user in this version'));
      }
      if (group === undefined) continue;
      if (rbacKinds.includes(kind)) {
        subject.take('apiGroup');
        const expected = kind === 'ServiceAccount' ? '' : rbacGroup;
        if (group !== expected)
          remarks.lost.push(remark([...path, 'apiGroup'], 'is derived from the kind in this version'));
      } else {
        subject.set('apiGroup', scalarDraft(`${group}/`));
        subject.rename('apiGroup', 'apiVersion');
      }
    }
  },
};

function subjects(root: DraftMap): readonly DraftMap[] {
  return (root.list('subjects')?.items ?? []).flatMap((item) => (item instanceof DraftMap ? [item] : []));
}
