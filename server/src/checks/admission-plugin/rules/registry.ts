import type { PluginRule } from '../pluginRule.ts';
import { antiAffinity } from './antiAffinity.ts';
import { certificateSubject } from './certificateSubject.ts';
import { externalIps } from './externalIps.ts';
import { limitRanger } from './limitRanger.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resourceQuota.ts';
import { runtimeClass } from './runtimeClass.ts';
import { serviceAccount } from './serviceAccount.ts';
import { volumeResize } from './volumeResize.ts';

/** Admission plugins that decide by fields and objects only, one line each, in the order in which they run. */
export const pluginRules: readonly PluginRule[] = [
  limitRanger,
  serviceAccount,
  priority,
  runtimeClass,
  antiAffinity,
  certificateSubject,
  volumeResize,
  externalIps,
  resourceQuota,
];
