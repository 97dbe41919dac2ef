import { capabilitiesOf } from '../../helm/capabilities.ts';
import { satisfies } from '../../helm/constraint.ts';
import { entryFor, type Node, stringFor } from '../../manifest/node.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Check } from '../check.ts';

/** A chart whose kubeVersion excludes the target: Helm refuses to install it there. */
export const chartKubeVersion: Check = {
  codes: [
    {
      code: 'chart-kube-version',
      consequences: ['advice'],
      title: "The chart's kubeVersion is invalid or excludes the target",
    },
  ],
  document({ root, surface }, emit) {
    const constraint = constraintOf(root);
    if (constraint === undefined) return;
    const binary = formatMinor(surface.versions.binary);
    const isConstraint = satisfies(constraint.text, 'v1.0.0') !== undefined;
    const [{ satisfies: isFor, versions }] = capabilitiesOf(surface);
    if (isConstraint && isFor(constraint.text) !== false) return;
    emit({
      code: 'chart-kube-version',
      consequence: 'advice',
      path: 'kubeVersion',
      span: constraint.span,
      message: isConstraint
        ? `The chart is not for Kubernetes ${binary}: its kubeVersion is "${constraint.text}"`
        : `"${constraint.text}" is not a valid version constraint`,
      why: isConstraint
        ? `Helm compares it with the version of the server's binary, such as ${versions[0]}, and refuses to install the chart.`
        : 'No version satisfies it, so Helm never installs the chart.',
      remedy: isConstraint
        ? 'Widen kubeVersion if the chart works there; a "-0" after the version admits versions of providers, such as v1.30.1-gke.2.'
        : 'Write a constraint such as ">=1.25-0".',
      source: 'helm.sh/helm/v3 pkg/action/install.go, pkg/chartutil/compatible.go',
      fixes: () => [],
    });
  },
};

interface WrittenConstraint {
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
}

/** The kubeVersion of a Chart.yaml, which is recognised by its fields: apiVersion, name and version, and no kind. */
function constraintOf(root: Node): WrittenConstraint | undefined {
  if (root.kind !== 'map' || entryFor(root, 'kind') !== undefined) return undefined;
  if (!/^v[12]$/.test(stringFor(root, 'apiVersion') ?? '')) return undefined;
  if (stringFor(root, 'name') === undefined || entryFor(root, 'version') === undefined) return undefined;
  const value = entryFor(root, 'kubeVersion')?.value;
  if (value?.kind !== 'scalar' || typeof value.value !== 'string' || value.value === '') return undefined;
  return { text: value.value, span: { start: value.start, end: value.end } };
}
