import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { asValue } from '../admissionMatch.ts';
import { type Amounts, amountsOf } from './amounts.ts';
import { declared } from './declared.ts';
import type { PluginRequest } from './pluginRule.ts';

/** The overhead of the runtime class; zero if no file defines the class. */
export function overheadOf(request: PluginRequest): Amounts {
  const written = request.pod?.at('spec').at('overhead');
  if (written?.present === true) return amountsOf(written);
  const at = request.pod?.at('spec').at('runtimeClassName');
  const [runtimeClass] = runtimeClassOf(request);
  if (at === undefined || runtimeClass === undefined) return new Map();
  const fixed = amountsOf(asValue(runtimeClass).at('overhead').at('podFixed'));
  return new Map([...fixed].map(([name, amount]) => [name, { ...amount, at }]));
}

/** The runtime class of a pod, if exactly one file has it. */
export function runtimeClassOf(request: PluginRequest): readonly AdmissionObject[] {
  const name = request.pod?.at('spec').at('runtimeClassName').text ?? '';
  const found = name === '' ? undefined : declared(request, 'node.k8s.io/RuntimeClass', name);
  return found === undefined ? [] : [found];
}
