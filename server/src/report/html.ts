import type { ReportFormat } from './format.ts';
import { reportPage } from './page/reportPage.ts';

/** One HTML file that needs no network, can be printed, and has a light and a dark theme. */
export const html: ReportFormat = {
  name: 'html',
  needsSource: false,
  *render(report) {
    yield reportPage(report, undefined);
  },
};
