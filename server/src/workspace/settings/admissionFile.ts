import { dirname, resolve } from 'node:path';
import { defaultPlugins } from '../../catalog/surface/admissionPlugins.ts';
import { readAdmissionSettings } from '../../sources/admissionSettings.ts';
import type { AdmissionSettings } from '../../targets/admissionConfiguration.ts';
import type { Target } from '../../targets/target.ts';
import { reportName } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { liesOutside } from './targetFiles.ts';

/** A target, the file that was read for it, and what is wrong with that. */
interface WithAdmission {
  readonly target: Target;
  /** Absolute. */
  readonly path?: string;
  readonly problem?: { readonly path: string; readonly message: string; readonly remedy: string };
}

/** The content of the admission configuration file, or why it is unknown. */
type AdmissionFileRead =
  | { readonly ok: true; readonly settings: AdmissionSettings; readonly path: string }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

/**
 * A target with what the file says that `--admission-control-config-file` or the configuration names.
 *
 * @param folder what its path is relative to.
 * @param within the folders that it must be in; undefined if the user named it on the command line.
 */
export function withAdmissionFile(
  target: Target,
  folder: string,
  within: readonly string[] | undefined,
  cwd: string,
): WithAdmission {
  const named = target.admissionConfiguration;
  if (named?.path === undefined) return { target };
  const read = readAdmissionFile(named.path, folder, within, cwd, target);
  if (!read.ok) {
    const { message, remedy } = read;
    return { target, problem: { path: named.path, message, remedy } };
  }
  const { settings, path } = read;
  return { target: { ...target, admissionConfiguration: { ...named, settings } }, path };
}

function readAdmissionFile(
  written: string,
  folder: string,
  within: readonly string[] | undefined,
  cwd: string,
  target: Target,
): AdmissionFileRead {
  const path = resolve(folder, written);
  const read = (at: string) => {
    const outside = liesOutside(at, within);
    return outside === undefined ? readText(at) : { ok: false as const, ...outside };
  };
  const content = read(path);
  if (!content.ok) return { ok: false, message: `${written} ${content.message}`, remedy: content.remedy };
  const settings = readAdmissionSettings(content.text, reportName(path, cwd), (other) => {
    const sibling = read(resolve(dirname(path), other));
    return sibling.ok ? sibling.text : undefined;
  });
  const isRefused = settings?.unread?.some(({ plugin, isRefused: refused }) => refused && runs(target, plugin));
  if (settings !== undefined && isRefused !== true) return { ok: true, settings, path };
  const message = `${written} is not an AdmissionConfiguration that kube-apiserver can start with`;
  return { ok: false, message, remedy: 'run kubecompat check on that file for details' };
}

/** Whether the flags of a target turn a plugin on, or leave it on. */
function runs({ binary, enabledAdmissionPlugins: on, disabledAdmissionPlugins: off }: Target, plugin: string): boolean {
  return on?.includes(plugin) === true || (defaultPlugins(binary).includes(plugin) && off?.includes(plugin) !== true);
}
