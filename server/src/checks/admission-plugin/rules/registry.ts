import type { PluginRule } from '../pluginRule.ts';
import { antiAffinity } from './antiAffinity.ts';
import { certificateSubject } from './certificateSubject.ts';
import { externalIps } from './externalIps.ts';
import { limitedResources } from './limitedResources.ts';
import { limitRanger } from './limitRanger.ts';
import { podNodeSelector } from './podNodeSelector.ts';
import { podTolerations } from './podTolerations.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './resourceQuota.ts';
import { runtimeClass } from './runtimeClass.ts';
import { serviceAccount } from './serviceAccount.ts';
import { volumeResize } from './volumeResize.ts';

/** Admission plugins that decide by fields and objects only, one line each, in the order in which they run. */
export const pluginRules: readonly PluginRule[] = [
  limitRanger,
  serviceAccount,
  podNodeSelector,
  priority,
  podTolerations,
  runtimeClass,
  antiAffinity,
  certificateSubject,
  volumeResize,
  externalIps,
  resourceQuota,
  limitedResources,
];
