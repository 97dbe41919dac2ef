import { defaultIngressClass, defaultStorageClass } from './defaultClasses.ts';
import { limitRanger } from './limitRanger.ts';
import { podNodeSelector, podTolerationRestriction } from './placement.ts';
import type { PluginWriter } from './plugin.ts';
import { alwaysPullImages, podTopologyLabels, taintNodesByCondition } from './podPlugins.ts';
import { priority } from './priority.ts';
import { runtimeClass } from './runtimeClass.ts';
import { serviceAccount } from './serviceAccount.ts';
import { defaultTolerationSeconds, extendedResourceToleration } from './tolerations.ts';

/** The plugins that change objects, one line each, in the order of the server. Source: pkg/kubeapiserver/options/plugins.go. */
export const pluginWriters: readonly PluginWriter[] = [
  limitRanger,
  serviceAccount,
  taintNodesByCondition,
  alwaysPullImages,
  podNodeSelector,
  priority,
  defaultTolerationSeconds,
  podTolerationRestriction,
  extendedResourceToleration,
  defaultStorageClass,
  runtimeClass,
  defaultIngressClass,
  podTopologyLabels,
];
