import type { CoverageReason, ReportNotJudgedReason } from './workspaceReport.ts';

/** The texts for a reason why something was not judged, or was judged only in part. */
export interface ReasonText {
  /** A phrase that follows a number: `without a known definition`. */
  readonly what: string;
  /** The remedy, a sentence. Undefined if there is nothing to judge. */
  readonly remedy: string | undefined;
}

const render = 'Render it, or fill in its variables, and check the output: helm template CHART | kubecompat check -';

const texts: Readonly<Record<CoverageReason | ReportNotJudgedReason, ReasonText>> = {
  'custom-resource': {
    what: 'without a known definition',
    remedy:
      'Add the published definitions, kubecompat crds add SOURCE, or name their folder: --crds=DIR, or crds: { paths: [DIR] } of the target in .kubecompat.yaml.',
  },
  template: { what: 'cannot be checked without rendering', remedy: `${render}.` },
  values: {
    what: 'values that are known only later',
    remedy: 'Check the rendered or built output: helm template CHART | kubecompat check -, or --build-kustomizations.',
  },
  'unknown-rules': {
    what: 'with definitions that are only partly known',
    remedy: 'Add the complete definitions: kubecompat crds add NAME, or crds add SOURCE.',
  },
  'renders-nothing': { what: 'rendered to nothing with these values', remedy: undefined },
  'sub-chart-off': {
    what: 'of sub-charts that are off',
    remedy: 'Turn the sub-chart on in the values (--helm-values=FILE), or name its folder to check it by itself.',
  },
  packed: { what: 'in packed charts', remedy: 'Put helm on the PATH to render the chart.' },
  remote: { what: 'not downloaded', remedy: 'Build the kustomization first, and check the output.' },
  absent: { what: 'missing', remedy: 'Add the files that the kustomization names, or remove the names.' },
  'not-in-run': { what: 'not among the files of this run', remedy: 'Name their folders too.' },
  'broken-resource': { what: 'syntax errors', remedy: 'Fix the errors that are marked in them.' },
  'syntax-error': { what: 'not YAML or JSON', remedy: 'Fix them, or leave them out of the run.' },
  unreadable: {
    what: 'could not be read',
    remedy: 'Fix the problem of each file, or leave it out of the run.',
  },
  'bad-configuration': {
    what: 'below an invalid configuration',
    remedy: 'Fix the named configuration.',
  },
  'internal-error': {
    what: 'not checked because of a bug in kubecompat',
    remedy: 'Report it, with the file if you can share it.',
  },
  'not-built': {
    what: 'kustomizations that could not be built',
    remedy: 'Fix the error of Kustomize, or run without --build-kustomizations.',
  },
  'remote-chart': {
    what: 'their charts are not in the repository',
    remedy:
      'Render each with its values and check the output: helm template NAME CHART --values=FILE | kubecompat check -.',
  },
  'not-a-resource': { what: 'no API resources', remedy: undefined },
};

/** The texts for a reason. */
export function reasonText(reason: CoverageReason | ReportNotJudgedReason): ReasonText {
  return texts[reason];
}
