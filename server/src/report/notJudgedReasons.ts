import type { CoverageReason, ReportNotJudgedReason } from './workspaceReport.ts';

/** What people are told of a reason why something was not judged, or judged in part. */
export interface ReasonText {
  /** After a number: `38 no definition of their kind is known`. A phrase. */
  readonly what: string;
  /** The one thing to do so that it is judged; a sentence. Undefined where there is nothing to judge. */
  readonly remedy: string | undefined;
}

const render =
  'Render it, or fill in its variables, and check what comes out: helm template CHART | kubecompat check -';

const texts: Readonly<Record<CoverageReason | ReportNotJudgedReason, ReasonText>> = {
  'custom-resource': {
    what: 'no definition of their kind is known',
    remedy:
      'Add them from where they are published, kubecompat crds add SOURCE, or name the folder that has them: --crds=DIR, or crds: { paths: [DIR] } of the target in .kubecompat.yaml.',
  },
  template: { what: 'cannot be judged without rendering', remedy: `${render}.` },
  values: {
    what: 'what depends on values or is filled in later',
    remedy:
      'Check what is sent in the end, rendered or built: helm template CHART | kubecompat check -, or --build-kustomizations.',
  },
  'unknown-rules': {
    what: 'some rules of their definitions are not known',
    remedy: 'Add the definitions with all of their rules: kubecompat crds add NAME, or crds add SOURCE.',
  },
  'renders-nothing': { what: 'rendered to nothing with these values', remedy: undefined },
  'sub-chart-off': {
    what: 'of sub-charts that are off',
    remedy: 'Turn the sub-chart on in the values (--helm-values=FILE), or name its folder to judge it by itself.',
  },
  packed: { what: 'in packed charts', remedy: 'Put helm on the PATH, so that the chart is rendered.' },
  remote: { what: 'would have to be fetched', remedy: 'Build the kustomization first, and check what comes out.' },
  absent: { what: 'not there', remedy: 'Add the files that the kustomization names, or take out their names.' },
  'not-in-run': { what: 'not among the files of this run', remedy: 'Name their folders too.' },
  'broken-resource': { what: 'broken', remedy: 'Fix what is marked as an error in them.' },
  'syntax-error': { what: 'not YAML or JSON', remedy: 'Fix them, or leave them out of the run.' },
  unreadable: {
    what: 'could not be read',
    remedy: 'Fix what is said of each file, or leave it out of the run.',
  },
  'bad-configuration': {
    what: 'under a configuration that is refused',
    remedy: 'Fix the configuration that is named there.',
  },
  'internal-error': { what: 'this program failed on them', remedy: 'Report it, with the file if you may share it.' },
  'not-built': {
    what: 'kustomizations that could not be built',
    remedy: 'Fix what Kustomize says, or run without --build-kustomizations.',
  },
  'remote-chart': {
    what: 'their charts are not in the repository',
    remedy:
      'Render each with its values and check what comes out: helm template NAME CHART --values=FILE | kubecompat check -.',
  },
  'not-a-resource': { what: 'no API resources', remedy: undefined },
};

/** What people are told of a reason. */
export function reasonText(reason: CoverageReason | ReportNotJudgedReason): ReasonText {
  return texts[reason];
}
