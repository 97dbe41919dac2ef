import type { ReportFormat } from './format.ts';
import { reportPage } from './page/reportPage.ts';

/** One HTML file that works without a network, prints, and follows the reader's light or dark preference. */
export const html: ReportFormat = {
  name: 'html',
  needsSource: false,
  *render(report) {
    yield reportPage(report, undefined);
  },
};
