import { entryFor, stringFor } from '../../manifest/node.ts';
import type { Check } from '../check.ts';

/** A chart that names charts which are not in its folder `charts`. */
export const absentDependency: Check = {
  codes: [
    {
      code: 'absent-dependency',
      consequences: ['advice'],
      title: 'A dependency of a chart is missing',
    },
  ],
  document({ root, context: { absentCharts = [] } }, emit) {
    const list = root.kind === 'map' ? entryFor(root, 'dependencies')?.value : undefined;
    if (list?.kind !== 'list') return;
    list.items.forEach((item, index) => {
      const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
      const value = item.kind === 'map' ? entryFor(item, 'name')?.value : undefined;
      if (name === undefined || value === undefined || !absentCharts.includes(name)) return;
      emit({
        code: 'absent-dependency',
        consequence: 'advice',
        path: `dependencies[${index}].name`,
        span: { start: value.start, end: value.end },
        message: `The chart ${name} is not in charts/: its resources were not checked`,
        why: 'Helm renders a chart only if all dependencies exist, even those that a condition or tag disables.',
        remedy: 'Run helm dependency build, or put the chart into charts/.',
        source: 'helm.sh/helm/v3 pkg/action/install.go, CheckDependencies',
        fixes: () => [],
      });
    });
  },
};
