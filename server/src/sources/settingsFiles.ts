import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import type { Cursor } from './cursor.ts';
import type { DescribedCluster } from './description.ts';
import { type DocumentFormat, describeDocument } from './objectFormat.ts';
import type { TargetSource } from './source.ts';

/**
 * Settings files that are not Kubernetes objects and are recognised by their keys: machine configurations of Talos,
 * `cluster.yml` of RKE, variables of kubespray, values of vcluster, the launch configuration of MicroK8s.
 */
export const settingsFiles: TargetSource = {
  reads: ({ apiVersion }) => apiVersion === '',
  read({ root, index }): readonly DescribedCluster[] {
    if (!root.entries().some(({ key }) => firstKeys.has(key))) return [];
    const format = formats.find((settingsFormat) => isOf(settingsFormat, root));
    return format === undefined ? [] : [describeDocument(format, root, index)];
  },
};

interface SettingsFormat extends DocumentFormat {
  /** Settings that every file of the format has. */
  readonly needs: readonly string[];
  /** Settings of which at least one is present. */
  readonly any?: readonly string[] | undefined;
  /** A setting that makes it another format. */
  readonly unless?: string | undefined;
}

const formats: readonly SettingsFormat[] = sources.settingsFiles;
/** Most files are skipped because they have none of these. */
const firstKeys: ReadonlySet<string> = new Set(formats.map(({ needs: [first = ''] }) => first.split('.', 1)[0] ?? ''));

function isOf({ needs, any, unless }: SettingsFormat, root: Cursor): boolean {
  const has = (path: string) => root.at(path) !== undefined;
  return needs.every(has) && (any === undefined || any.some(has)) && (unless === undefined || !has(unless));
}
