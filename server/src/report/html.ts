import type { ReportFormat } from './format.ts';
import { htmlPage } from './htmlPage.ts';

/** One HTML file that works without a network, prints, and follows the reader's light or dark preference. */
export const html: ReportFormat = {
  name: 'html',
  needsSource: false,
  *render(report) {
    yield htmlPage(report, undefined);
  },
};
