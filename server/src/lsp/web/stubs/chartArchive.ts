import type * as desktop from '../../../workspace/charts/chartArchive.ts';

/** Packed charts are no texts, so they are not handed over. */
export const archivedFiles: typeof desktop.archivedFiles = () => [];

/** Whether a file is a packed chart, by its name. */
export const isChartArchive: typeof desktop.isChartArchive = (name) => /\.(?:tgz|tar\.gz)$/.test(name);
