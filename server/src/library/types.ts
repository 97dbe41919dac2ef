/**
 * The public types of the package. They are independent of its internals, so that they stay stable: a breaking change
 * needs a new major version.
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
  /** Its name in findings: its expression. */
  readonly name: string;
}

/** A target, or why its server would not start. */
export type TargetResult =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/** A setting that kube-apiserver refuses at its start. */
export interface TargetProblem {
  /** Its flag, without `--`: `emulated-version`. */
  readonly flag: string;
  /** The value as written. */
  readonly value: string;
  readonly message: string;
  /** The allowed values. */
  readonly allowed: string;
}

/** The facts of a target besides built-in APIs. */
export interface TargetOptions {
  /** Texts with CustomResourceDefinitions, YAML or JSON. They come before releases. */
  readonly definitions?: readonly string[];
  /**
   * Returns the pack of a built-in CustomResourceDefinition set by name, such as `cert-manager`: the text of
   * `kubecompat/sets/<name>.json`. Called at the first resource of one of its groups. Without it, or if it returns
   * undefined, such resources are not judged. Its exceptions are passed through.
   */
  readonly readSet?: (name: string) => string | undefined;
}

/** How loud a finding is, the most severe first. */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** How a text is judged. */
export interface AnalyzeOptions {
  /** The name of the file, which identifies some file types, such as `kustomization.yaml`; default `manifest.yaml`. */
  readonly file?: string;
  /** The date for suppression comments, `YYYY-MM-DD`; default today in UTC. */
  readonly today?: string;
  /** Severities by code; `off` leaves a finding out. */
  readonly severity?: Readonly<Record<string, Severity | 'off'>>;
}

/** The result for a text. */
export interface Analysis {
  /** The API objects of the text, in its order. */
  readonly resources: readonly Resource[];
  /** What targets would do that the author should know, in the order of resources and targets. */
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
  /** The index of its document, from 0. */
  readonly document: number;
  /** The range of its apiVersion. */
  readonly range: Range;
}

/** What a target does with a resource or document. */
export interface Finding {
  /** The code: `removed-api`. `kubecompat explain CODE` has its page. */
  readonly code: string;
  /** The effect on the API server: `not-served`, `invalid`, `unknown-field`, `dropped`, `warning` and others. */
  readonly consequence: string;
  readonly severity: Severity;
  /** The name of the target; undefined if it holds for all. */
  readonly target: string | undefined;
  /** Undefined for a document without a resource. */
  readonly resource: Resource | undefined;
  /** The field path, as Kubernetes writes it; empty for the resource itself. */
  readonly path: string;
  readonly range: Range;
  readonly message: string;
  /** The version, gate or rule that decides. */
  readonly why: string;
  readonly remedy: string;
  /** The source of the rule. */
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
  /**
   * `safe` keeps the meaning, `lossy` loses what `left` names, `forced` uses the nearest object that the target
   * accepts, `partial` leaves `left` to the author.
   */
  readonly kind: FixKind;
  readonly edits: readonly Edit[];
  readonly left: readonly string[];
}

/** The kind of a fix, by its losses. */
export type FixKind = 'safe' | 'partial' | 'lossy' | 'forced';

/** A replacement of a part of a text. */
export interface Edit {
  readonly range: Range;
  readonly newText: string;
}

/** Which fixes are applied. */
export interface FixOptions extends AnalyzeOptions {
  /** Only findings of these codes; default all. */
  readonly codes?: readonly string[];
  /** The accepted kinds of fixes besides `safe` ones. */
  readonly accept?: readonly FixKind[];
}

/** A text after fixes. */
export interface Fixed {
  readonly text: string;
  /** The fixes that were applied, in order. */
  readonly applied: readonly { readonly code: string; readonly path: string; readonly title: string }[];
  /** The remaining findings. */
  readonly left: Analysis;
}

/** What to convert, and the accepted losses. */
export interface ConvertOptions extends AnalyzeOptions {
  /**
   * The API version to convert to, newer or older, such as `networking.k8s.io/v1`; default the best that every target
   * serves.
   */
  readonly to?: string;
  /** The accepted kinds of conversions besides `safe` ones. */
  readonly accept?: readonly ('lossy' | 'forced')[];
  /** `keep` the meaning of unset fields, which is the default, or `take` the defaults of the new version. */
  readonly defaults?: 'keep' | 'take';
}

/** A text after conversions. */
export interface Converted {
  readonly text: string;
  /** The outcome for each resource to convert. */
  readonly outcomes: readonly ConversionOutcome[];
}

/** The outcome of converting a resource. */
export interface ConversionOutcome {
  /** The original resource. */
  readonly resource: Resource;
  /** The requested API version; undefined if there is none to convert to. */
  readonly to: string | undefined;
  readonly done: boolean;
  /** The losses, or why it was not converted. */
  readonly notes: readonly string[];
}
