import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { areSettingsKnown } from '../../admission/plugins.ts';
import { labelValue, qualifiedName } from '../../formats/label.ts';
import type { PluginSettings } from '../../targets/admissionConfiguration.ts';
import { asValue } from '../admissionMatch.ts';
import type { Value } from '../value.ts';
import { declared } from './declared.ts';
import type { PluginRequest } from './pluginRule.ts';

/** What decides where the pods of a namespace may run. */
export interface NamespacePlacement {
  readonly namespace: AdmissionObject;
  readonly annotations: Value;
}

/** The Namespace of a request, if exactly one file has it. */
export function namespacePlacement(
  request: Pick<PluginRequest, 'objects' | 'surface' | 'namespace'>,
): NamespacePlacement | undefined {
  const namespace = request.namespace === undefined ? undefined : declared(request, '/Namespace', request.namespace);
  return namespace && { namespace, annotations: asValue(namespace).at('metadata').at('annotations') };
}

/** The settings of a plugin in the AdmissionConfiguration of a target; undefined if they are not known. */
export function settingsOf(
  { surface }: Pick<PluginRequest, 'surface'>,
  plugin: string,
): (PluginSettings & { readonly file: string }) | undefined {
  if (!areSettingsKnown(surface, plugin)) return undefined;
  return surface.target.admissionConfiguration?.settings ?? { file: '' };
}

/** The labels that a selector asks of nodes, or why it is not one, in the server's words. */
export type NodeLabels = { readonly labels: ReadonlyMap<string, string> } | { readonly problem: string };

/** Source: k8s.io/apimachinery pkg/labels/labels.go, ConvertSelectorToLabelsMap. */
export function nodeLabels(selector: string): NodeLabels {
  const labels = new Map<string, string>();
  if (selector === '') return { labels };
  for (const part of selector.split(',')) {
    const parts = part.split('=');
    const [key = '', value = ''] = parts.map((text) => text.trim());
    if (parts.length !== 2) return { problem: `invalid selector: [${parts.join(' ')}]` };
    const [problem] = [...shown(key, qualifiedName(key)), ...shown(value, labelValue(value))];
    if (problem !== undefined) return { problem };
    labels.set(key, value);
  }
  return { labels };
}

function shown(text: string, problems: readonly string[]): readonly string[] {
  return problems.length > 0 ? [`Invalid value: "${text}": ${problems.join('; ')}`] : [];
}

/** The node selector of a namespace, with its origin for people; undefined if it is not known. */
export interface NamespaceSelector {
  readonly selector: NodeLabels;
  readonly from: string;
  readonly by: readonly AdmissionObject[];
}

const { clusterDefault, nodeSelector } = table.placement;

/** Source: plugin/pkg/admission/podnodeselector/admission.go, getNodeSelectorMap. */
export function selectorOfNamespace(
  request: Pick<PluginRequest, 'objects' | 'surface' | 'namespace'>,
): NamespaceSelector | undefined {
  const placement = namespacePlacement(request);
  if (placement === undefined) return undefined;
  const { namespace, annotations } = placement;
  const ofNamespace = annotations.entry(nodeSelector);
  if (ofNamespace.present) {
    const from = `The annotation ${nodeSelector} of the Namespace ${namespace.name} in ${namespace.file}`;
    return { selector: nodeLabels(ofNamespace.text), from, by: [namespace] };
  }
  const settings = settingsOf(request, 'PodNodeSelector');
  if (settings === undefined) return undefined;
  const from = `${clusterDefault} in ${settings.file}`;
  return { selector: nodeLabels(settings.nodeSelectors?.get(clusterDefault) ?? ''), from, by: [namespace] };
}
