import type { SeverityLevel, SeverityLevels } from '../config/severity.ts';
import type { DiagnosticScope } from './protocol.ts';

/** The `kubecompat.*` settings of an editor. */
export interface Settings {
  /** Target expressions; empty if not set. */
  readonly targets: readonly string[];
  /** By code. */
  readonly severity: SeverityLevels;
  readonly helm: HelmOptions;
  readonly kustomize: KustomizeOptions;
  /** Whether hovers are shown. */
  readonly hover: FeatureMode;
  /** Whether anything is offered while typing. */
  readonly completion: FeatureMode;
  /** Whether open documents get diagnostics for invalid YAML and duplicate keys. */
  readonly syntax: FeatureMode;
  /** Whether resources have lenses. */
  readonly codeLens: boolean;
  /** Whether lifecycles of versions and gates of fields are shown after them. */
  readonly inlayHints: boolean;
  /** Whether manifests in fences of open Markdown documents are judged. */
  readonly markdown: boolean;
  /** Which files there are diagnostics for. */
  readonly workspaceDiagnostics: DiagnosticScope;
  /** Whether links that lead out of the workspace are followed, where it is trusted. */
  readonly followLinks: boolean;
}

/** `auto`: on, except for what another extension of the same editor provides. */
export type FeatureMode = 'on' | 'off' | 'auto';

/** How charts are rendered. */
export interface HelmOptions {
  readonly render: boolean;
  /** The helm binary; '' for the one on the PATH. */
  readonly path: string;
  /** Files of values, from the workspace folder on. */
  readonly values: readonly string[];
}

const noHelmOptions: HelmOptions = { render: true, path: '', values: [] };

/** How kustomizations are built. */
export interface KustomizeOptions {
  readonly build: boolean;
  /** The kustomize or kubectl binary; '' for the one on the PATH. */
  readonly path: string;
  /** How many seconds a build may take. */
  readonly timeout: number;
}

const noKustomizeOptions: KustomizeOptions = { build: false, path: '', timeout: 30 };

/** The settings of an editor without any. */
export const noSettings: Settings = {
  targets: [],
  severity: new Map(),
  helm: noHelmOptions,
  kustomize: noKustomizeOptions,
  hover: 'auto',
  completion: 'auto',
  syntax: 'auto',
  codeLens: false,
  inlayHints: true,
  // Documentation contains old and intentionally wrong examples.
  markdown: false,
  workspaceDiagnostics: 'openFiles',
  followLinks: false,
};

/**
 * Reads the editor's answer for the section `kubecompat`. Values of a wrong type are listed in `problems` and ignored.
 */
export function readSettings(value: unknown): { readonly settings: Settings; readonly problems: readonly string[] } {
  if (!isRecord(value)) return { settings: noSettings, problems: [] };
  const problems: string[] = [];
  const severity = new Map<string, SeverityLevel>();
  const codes = value['severity'] ?? {};
  if (!isRecord(codes)) problems.push('kubecompat.severity must be an object of codes and severities.');
  else {
    for (const [code, level] of Object.entries(codes)) {
      if (isLevel(level)) severity.set(code, level);
      else problems.push(`kubecompat.severity: ${code} must be error, warning, information, hint or off.`);
    }
  }
  const helm = readHelm(value['helm'], problems);
  const kustomize = readKustomize(value['kustomize'], problems);
  const targets = value['targets'] ?? [];
  if (!isTexts(targets)) problems.push('kubecompat.targets must be a list of strings.');
  const settings = {
    targets: isTexts(targets) ? targets : [],
    severity,
    helm,
    kustomize,
    hover: readMode('hover', value, problems),
    completion: readMode('completion', value, problems),
    syntax: readMode('syntax', value, problems),
    codeLens: readSwitch('codeLens', value, problems),
    followLinks: readSwitch('followLinks', value, problems),
    inlayHints: readSwitch('inlayHints', value, problems),
    markdown: readSwitch('markdown', value, problems),
    workspaceDiagnostics: readScope(value['workspaceDiagnostics'], problems),
  };
  return { settings, problems };
}

function readScope(value: unknown, problems: string[]): DiagnosticScope {
  if (value === 'off' || value === 'openFiles' || value === 'workspace') return value;
  if (value !== undefined && value !== null) {
    problems.push('kubecompat.workspaceDiagnostics must be off, openFiles or workspace.');
  }
  return noSettings.workspaceDiagnostics;
}

function readMode(
  name: 'hover' | 'completion' | 'syntax',
  settings: Readonly<Record<string, unknown>>,
  problems: string[],
): FeatureMode {
  const mode = settings[name] ?? 'auto';
  if (mode === 'on' || mode === 'off' || mode === 'auto') return mode;
  // Configurations in Lua, Lisp or TOML use booleans.
  if (typeof mode === 'boolean') return mode ? 'on' : 'off';
  problems.push(`kubecompat.${name} must be on, off or auto.`);
  return 'auto';
}

function readSwitch(
  name: 'codeLens' | 'inlayHints' | 'markdown' | 'followLinks',
  settings: Readonly<Record<string, unknown>>,
  problems: string[],
): boolean {
  const value = settings[name] ?? noSettings[name];
  if (typeof value === 'boolean') return value;
  problems.push(`kubecompat.${name} must be true or false.`);
  return noSettings[name];
}

function readHelm(value: unknown, problems: string[]): HelmOptions {
  if (value === undefined || value === null) return noHelmOptions;
  const { render = true, path = '', values = [] } = isRecord(value) ? value : { render: value };
  if (typeof render === 'boolean' && typeof path === 'string' && isTexts(values)) return { render, path, values };
  problems.push('kubecompat.helm must have render (true or false), path (a string) and values (a list of strings).');
  return { ...noHelmOptions, render: false };
}

function readKustomize(value: unknown, problems: string[]): KustomizeOptions {
  if (value === undefined || value === null) return noKustomizeOptions;
  const { build = false, path = '', timeout = noKustomizeOptions.timeout } = isRecord(value) ? value : { build: value };
  const isTime = typeof timeout === 'number' && timeout > 0 && timeout <= maxSeconds;
  if (typeof build === 'boolean' && typeof path === 'string' && isTime) return { build, path, timeout };
  problems.push(
    `kubecompat.kustomize must have build (true or false), path (a string) and timeout (seconds, up to ${maxSeconds}).`,
  );
  return noKustomizeOptions;
}

const maxSeconds = 600;

/** Whether a value is a plain object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list of texts. */
export function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

const levels: readonly SeverityLevel[] = ['error', 'warning', 'information', 'hint', 'off'];

function isLevel(value: unknown): value is SeverityLevel {
  return levels.some((level) => level === value);
}

/** The globs of the editor's `files.exclude` setting; those with a condition are ignored. */
export function hiddenFiles(value: unknown): readonly string[] {
  return isRecord(value) ? Object.keys(value).filter((glob) => value[glob] === true) : [];
}

/** The settings of this server in what a client sends: either the section itself or an object with it. */
export function sectionOf(sent: unknown): unknown {
  return typeof sent === 'object' && sent !== null && 'kubecompat' in sent ? sent.kubecompat : sent;
}
