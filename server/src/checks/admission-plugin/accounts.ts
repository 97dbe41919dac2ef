import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { declaredInNamespace } from './declared.ts';
import type { PluginRequest } from './pluginRule.ts';

/** The account with a name in the namespace of a request, if exactly one file has it. */
export function accountNamed(
  request: Pick<PluginRequest, 'objects' | 'surface' | 'namespace'>,
  name: string,
): AdmissionObject | undefined {
  return declaredInNamespace(request, table.accounts.kind).find((account) => account.name === name);
}
