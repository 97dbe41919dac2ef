/**
 * The public types of the package. They name nothing else of it, so that they are the same from version to version: a
 * change that breaks a caller takes a new major version.
 */

/** 0-based line and UTF-16 character, as in the Language Server Protocol. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A part of a text. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** An API server that manifests are judged for. Only `createTarget` makes one. */
export interface Target {
  /** How findings name it: the expression that it was made of. */
  readonly name: string;
}

/** A target, or why its server would not start. */
export type TargetResult =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/** A setting that kube-apiserver refuses at its start. */
export interface TargetProblem {
  /** Of which flag, without `--`: `emulated-version`. */
  readonly flag: string;
  /** The value as it was written. */
  readonly value: string;
  readonly message: string;
  /** What may stand there instead. */
  readonly allowed: string;
}

/** What a target knows besides Kubernetes' own APIs. */
export interface TargetOptions {
  /** Texts with CustomResourceDefinitions, YAML or JSON. They come before releases. */
  readonly definitions?: readonly string[];
  /**
   * Gives the pack of a built-in set of CustomResourceDefinitions by its name, such as `cert-manager`: the text of
   * `kubecompat/sets/<name>.json`. Asked when the first resource of one of its groups is met. Without it, or where it gives
   * undefined, such resources are not judged. What it throws passes through.
   */
  readonly readSet?: (name: string) => string | undefined;
}

/** How loud a finding is, the most severe first. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** How a text is judged. */
export interface AnalyzeOptions {
  /** The name of the file, by which some are told apart, such as `kustomization.yaml`; `manifest.yaml` without one. */
  readonly file?: string;
  /** The day by which comments ignore findings, `YYYY-MM-DD`; today in UTC without one. */
  readonly today?: string;
  /** Severities by code; `off` leaves a finding out. */
  readonly severity?: Readonly<Record<string, Severity | 'off'>>;
}

/** What is said of a text. */
export interface Analysis {
  /** The API objects of the text, in its order. */
  readonly resources: readonly Resource[];
  /** What targets would do that the author should know, in the order of the resources and targets. */
  readonly findings: readonly Finding[];
  /** Documents that were not judged, and why. */
  readonly notJudged: readonly NotJudged[];
}

/** An API object of a text. */
export interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string | undefined;
  readonly namespace: string | undefined;
  /** The document of the text that it stands in, from 0. */
  readonly document: number;
  /** Where its apiVersion stands. */
  readonly range: Range;
}

/** What a target does with a resource, or with a document. */
export interface Finding {
  /** What was found: `removed-api`. `kubecompat explain CODE` has its page. */
  readonly code: string;
  /** What the API server does: `not-served`, `invalid`, `unknown-field`, `dropped`, `warning` and others. */
  readonly consequence: string;
  readonly severity: Severity;
  /** The name of the target; undefined where it holds for all. */
  readonly target: string | undefined;
  /** Undefined for what concerns a document that shows no resource. */
  readonly resource: Resource | undefined;
  /** The field path, as Kubernetes writes it; empty for the resource itself. */
  readonly path: string;
  readonly range: Range;
  readonly message: string;
  /** The version, gate or rule that decides. */
  readonly why: string;
  readonly remedy: string;
  /** Where the rule can be looked up. */
  readonly source: string;
  /** Works out how to fix it, which can cost more than finding it. */
  fixes(): readonly Fix[];
}

/** A document that was not judged. */
export interface NotJudged {
  /** From 0. */
  readonly document: number;
  readonly reason: string;
  readonly detail: string;
}

/** A change of the text that fixes a finding. */
export interface Fix {
  readonly title: string;
  /** `safe` keeps the meaning, `lossy` loses what `left` names, `forced` takes the nearest object that the target accepts, `partial` leaves `left` to the author. */
  readonly kind: FixKind;
  readonly edits: readonly Edit[];
  readonly left: readonly string[];
}

/** What a fix costs. */
export type FixKind = 'safe' | 'partial' | 'lossy' | 'forced';

/** A replacement of a part of a text. */
export interface Edit {
  readonly range: Range;
  readonly newText: string;
}

/** Which fixes are applied. */
export interface FixOptions extends AnalyzeOptions {
  /** Findings of these codes alone; all without. */
  readonly codes?: readonly string[];
  /** The kinds of fixes besides `safe` ones. */
  readonly accept?: readonly FixKind[];
}

/** A text after fixes. */
export interface Fixed {
  readonly text: string;
  /** The fixes that were applied, in order. */
  readonly applied: readonly { readonly code: string; readonly path: string; readonly title: string }[];
  /** What is still said of the text. */
  readonly left: Analysis;
}

/** What is converted, and what it may cost. */
export interface ConvertOptions extends AnalyzeOptions {
  /** The API version to convert to, newer or older, such as `networking.k8s.io/v1`; without it the best that every target serves. */
  readonly to?: string;
  /** The kinds of conversions besides `safe` ones. */
  readonly accept?: readonly ('lossy' | 'forced')[];
  /** `keep` what unset fields mean, which is the default, or `take` the defaults of the new version. */
  readonly defaults?: 'keep' | 'take';
}

/** A text after conversions. */
export interface Converted {
  readonly text: string;
  /** What became of each resource that was asked to change. */
  readonly outcomes: readonly ConversionOutcome[];
}

/** What became of a resource. */
export interface ConversionOutcome {
  /** As it was. */
  readonly resource: Resource;
  /** The API version that was asked for; undefined where there is none to convert to. */
  readonly to: string | undefined;
  readonly done: boolean;
  /** What it costs, or why it was not done. */
  readonly notes: readonly string[];
}
