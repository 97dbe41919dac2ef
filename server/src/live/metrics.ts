import { type Minor, parseMinor } from '../targets/version.ts';
import type { LiveGate, RequestedApi } from './snapshot.ts';

/** The used part of a server's `/metrics`. */
export interface ServerMetrics {
  /** Undefined if the server has no such metric: older ones have none. */
  readonly gates: readonly LiveGate[] | undefined;
  readonly requested: readonly RequestedApi[];
  /** Of `version_info`; undefined if the server has no such metric. */
  readonly emulation: Minor | undefined;
  readonly minCompatibility: Minor | undefined;
  /** From `kubernetes_build_info`: identifies one of several servers behind an address. */
  readonly gitVersion: string | undefined;
}

type Labels = ReadonlyMap<string, string>;

/** Parses the needed subset of the Prometheus text format; invalid lines are skipped. */
export function readMetrics(text: string): ServerMetrics {
  const gates: LiveGate[] = [];
  const requested: RequestedApi[] = [];
  let emulation: Minor | undefined;
  let minCompatibility: Minor | undefined;
  let gitVersion: string | undefined;
  for (const line of text.split('\n')) {
    const [, family = '', written = '', value = ''] =
      /^(kubernetes_feature_enabled|apiserver_requested_deprecated_apis|version_info|kubernetes_build_info)\{(.*)\} (\S+)/.exec(
        line,
      ) ?? [];
    if (family === '') continue;
    const labels = readLabels(written);
    const label = (name: string): string => labels.get(name) ?? '';
    if (family === 'kubernetes_feature_enabled') {
      if (label('name') !== '')
        gates.push({ name: label('name'), stage: label('stage'), enabled: Number(value) === 1 });
    } else if (family === 'apiserver_requested_deprecated_apis') {
      if (Number(value) > 0) requested.push(requestedApi(labels));
    } else if (family === 'kubernetes_build_info') gitVersion = label('git_version');
    else if (label('component') === 'kube') {
      emulation = parseMinor(label('emulation'));
      minCompatibility = parseMinor(label('min_compat'));
    }
  }
  return { gates: gates.length === 0 ? undefined : gates, requested, emulation, minCompatibility, gitVersion };
}

function requestedApi(labels: Labels): RequestedApi {
  const label = (name: string): string => labels.get(name) ?? '';
  return {
    group: label('group'),
    version: label('version'),
    resource: label('resource'),
    subresource: label('subresource'),
    removedRelease: label('removed_release'),
  };
}

/** `a="x",b="y"`, with `\\`, `\"` and `\n` inside of values. */
function readLabels(text: string): Labels {
  const labels = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(/([A-Za-z_]\w*)="((?:[^"\\]|\\.)*)"/g)) {
    labels.set(
      name,
      value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    );
  }
  return labels;
}
