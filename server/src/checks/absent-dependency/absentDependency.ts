import { entryFor, stringFor } from '../../manifest/node.ts';
import type { Check } from '../check.ts';

/** A chart that names charts which are not in its folder `charts`. */
export const absentDependency: Check = {
  codes: [
    {
      code: 'absent-dependency',
      consequences: ['advice'],
      title: 'A chart that another one depends on is not there, so that neither can be rendered',
    },
  ],
  document({ root, context: { absentCharts = [] } }, report) {
    const list = root.kind === 'map' ? entryFor(root, 'dependencies')?.value : undefined;
    if (list?.kind !== 'list') return;
    list.items.forEach((item, index) => {
      const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
      const value = item.kind === 'map' ? entryFor(item, 'name')?.value : undefined;
      if (name === undefined || value === undefined || !absentCharts.includes(name)) return;
      report({
        code: 'absent-dependency',
        consequence: 'advice',
        path: `dependencies[${index}].name`,
        span: { start: value.start, end: value.end },
        message: `The chart ${name} is not in charts/: what it adds was not judged`,
        why: 'Helm renders a chart only with all of its dependencies, those that conditions and tags switch off included.',
        remedy: 'Run helm dependency build, or put the chart into charts/.',
        source: 'helm.sh/helm/v3 pkg/action/install.go, CheckDependencies',
        fixes: () => [],
      });
    });
  },
};
