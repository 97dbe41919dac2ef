import { type Disposable, extensions, workspace } from 'vscode';
import type { OtherExtensions } from '../../server/src/lsp/protocol.ts';

const yamlExtension = 'redhat.vscode-yaml';
/** Provides the schemas of Kubernetes to the YAML extension. */
const kubernetesExtension = 'ms-kubernetes-tools.vscode-kubernetes-tools';

/** What other enabled extensions provide. */
export function otherExtensions(): OtherExtensions {
  if (extensions.getExtension(yamlExtension) === undefined) return {};
  const settings = workspace.getConfiguration('yaml');
  const completes = settings.get('completion') !== false;
  const schemas: unknown = settings.get('schemas');
  const named = typeof schemas === 'object' && schemas !== null ? Object.keys(schemas) : [];
  const isKubernetes = (schema: string) => schema === 'kubernetes' || schema.includes('/kubernetes-json-schema/');
  const manifests = named.some(isKubernetes) || extensions.getExtension(kubernetesExtension) !== undefined;
  const syntax = settings.get('validate') !== false;
  return { configuration: true, outline: true, manifests: completes && manifests, syntax };
}

/** Calls back when extensions or their settings change {@link otherExtensions}. */
export function onOtherExtensionsChanged(changed: () => void): Disposable {
  const found = extensions.onDidChange(changed);
  const set = workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('yaml')) changed();
  });
  return {
    dispose: () => {
      found.dispose();
      set.dispose();
    },
  };
}
