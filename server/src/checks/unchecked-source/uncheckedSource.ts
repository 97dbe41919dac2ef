import { externalGenerators } from '../../kustomize/externalGenerators.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { documentsIn } from '../../kustomize/layerWrites.ts';
import { namedFiles } from '../../kustomize/namedFiles.ts';
import { pluginSources } from '../../kustomize/pluginSources.ts';
import { hasForeignPlugin } from '../../kustomize/plugins.ts';
import { locate } from '../../manifest/lookup.ts';
import type { Node } from '../../manifest/node.ts';
import { nodesAt } from '../../manifest/nodesAt.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath, stepsOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Check } from '../check.ts';

/** Inputs of a kustomization that are fetched or made by other programs, and so are unknown here. */
export const uncheckedSource: Check = {
  codes: [
    {
      code: 'unchecked-source',
      consequences: ['advice'],
      title: 'Kustomize or Argo CD downloads or generates a source',
    },
  ],
  document({ root, path, context }, emit) {
    if (kustomizeFileOf(root, path) !== 'Kustomization') return;
    const report = (at: string, span: Span, does: Unchecked) =>
      emit({ code: 'unchecked-source', consequence: 'advice', path: at, span, ...does, fixes: () => [] });
    for (const { path: named, at, span, remote } of namedFiles(root)) {
      const field = String(stepsOf(at)[0] ?? '');
      const isPlugin = plugged.includes(field);
      if (hasPlaceholder(named)) continue;
      if (remote) report(formatPath(at), span, fetched(named));
      else if (isPlugin && context.runsPlugins?.(named) === true) report(formatPath(at), span, run(named));
    }
    for (const { node, path: at } of merges(root) ? nodesAt(root, 'openapi.path') : []) {
      report(formatPath(at), { start: node.start, end: node.end }, mergedOtherwise);
    }
    for (const field of plugged) {
      for (const { node, path: at } of nodesAt(root, `${field}[]`)) {
        const text = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
        const isForeign = /[\n{]/.test(text) && hasForeignPlugin(documentsIn(text) ?? []);
        if (isForeign) report(formatPath(at), { start: node.start, end: node.start + 1 }, run('The plugin'));
      }
    }
  },
  resource({ resource: { root, part } }, emit) {
    if (part !== undefined) return;
    const report = (at: string, does: Unchecked) => {
      const { start, end } = locate(root, at).key;
      const finding = { ...does, path: at, span: { start, end }, fixes: () => [] };
      emit({ code: 'unchecked-source', consequence: 'advice', ...finding });
    };
    for (const { plugin, at } of pluginSources(root)) report(at, generated(plugin));
    for (const { name, at } of externalGenerators(root)) report(at, asked(name));
  },
};

const plugged: readonly string[] = ['generators', 'transformers', 'validators'];

/** Whether a kustomization may have strategic merge patches. */
function merges(root: Node): boolean {
  return ['patches[]', 'patchesStrategicMerge[]'].some((field) => nodesAt(root, field).length > 0);
}

interface Unchecked {
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly source: string;
}

function fetched(named: string): Unchecked {
  return {
    message: `Kustomize downloads ${named}; it is not checked`,
    why: 'Kubecompat does not download it, so the resources in it are not known.',
    remedy: 'Check the output: kustomize build FOLDER | kubecompat check -',
    source: 'sigs.k8s.io/kustomize api/internal/target/kusttarget.go, accumulateResources',
  };
}

const mergedOtherwise: Unchecked = {
  message: 'This schema replaces the one that patches are merged by; their results are not checked',
  why: 'Kustomize merges the lists of a kind by the keys in the schema. With openapi.path, it has only the kinds of this file: a patch replaces the lists of every other kind, so containers may lose their images.',
  remedy:
    'Add the definitions of Kubernetes to the schema (kubectl get --raw /openapi/v2), and check the output: kustomize build FOLDER | kubecompat check -.',
  source: 'sigs.k8s.io/kustomize kyaml/openapi/openapi.go, SetSchema',
};

function generated(plugin: string): Unchecked {
  return {
    message: `${plugin === '' ? 'A plugin' : `The plugin ${plugin}`} generates what Argo CD applies; its output is not checked`,
    why: 'Kubecompat does not run the plugin. It may change anything, so errors in its files are only warnings.',
    remedy: 'Check the output: argocd app manifests NAME | kubecompat check -',
    source: 'https://argo-cd.readthedocs.io/en/stable/operator-manual/config-management-plugins/',
  };
}

function asked(generator: string): Unchecked {
  return {
    message: `The generator ${generator} asks a server for its Applications, which are not known`,
    why: 'Kubecompat does not contact it, so the clusters of these Applications are not known.',
    remedy: 'List the Applications: argocd appset generate FILE',
    source: 'https://argo-cd.readthedocs.io/en/stable/operator-manual/applicationset/Generators/',
  };
}

function run(named: string): Unchecked {
  return {
    message: `${named} runs a program during the build; its changes are not checked`,
    why: 'The plugin is not part of Kustomize, and Kubecompat does not run it, so its changes are not known.',
    remedy: 'Check the output: kustomize build --enable-alpha-plugins FOLDER | kubecompat check -',
    source: 'sigs.k8s.io/kustomize api/internal/plugins/loader/loader.go, loadPlugin',
  };
}
