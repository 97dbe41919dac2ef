import type { AdmissionConfiguration } from '../targets/admissionConfiguration.ts';
import type { Setting } from '../targets/target.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { Component } from './components.ts';

/** A span of a file with the path of the field that it belongs to; '' where the file has no fields. */
export interface FieldSpan {
  readonly span: Span;
  readonly path: string;
}

/** A written value with its position. */
export interface WrittenText extends FieldSpan {
  readonly text: string;
  /** YAML resolves it as a number, so that tools read `1.30` as 1.3. */
  readonly number?: true;
  /** The Kubernetes version of another product's version: `4.16.3` of OpenShift is `1.29`. */
  readonly means?: string;
  /** A phrase why it gives no version: a release channel, a computed value. */
  readonly open?: string;
  /** Where it is written, if that is not where this file names it: the value of a variable. */
  readonly elsewhere?: { readonly file: string; readonly span: Span };
}

/** One `key=value` of `--feature-gates` or `--runtime-config`, wherever a format puts it. */
export interface WrittenSetting extends Setting, FieldSpan {
  /** Edits that write another setting in its place; undefined if the place is not certain. */
  rewrite(setting: Setting): readonly TextEdit[] | undefined;
  /** Edits that remove it; undefined if that would leave an odd text. */
  remove(): readonly TextEdit[] | undefined;
}

/** A flag of a component. A format that keeps gates in a map gives one flag for the whole map. */
export interface WrittenFlag extends FieldSpan {
  /** Without its dashes, words joined by `-`. */
  readonly flag: string;
  /** The span of its name. */
  readonly nameSpan: Span;
  /** As the component gets it. */
  readonly value: string;
  /** The parts of a flag that is a list of settings; empty for others. */
  readonly settings: readonly WrittenSetting[];
  rewrite(value: string): readonly TextEdit[] | undefined;
  remove(): readonly TextEdit[] | undefined;
}

/** A component of Kubernetes as a file describes it. */
export interface DescribedComponent extends FieldSpan {
  readonly component: Component;
  /** The version of its binary as written; undefined if absent. */
  readonly version: WrittenText | undefined;
  readonly flags: readonly WrittenFlag[];
  /** The settings of its admission plugins, if the description contains them itself. */
  readonly admission?: AdmissionConfiguration;
  /** Placeholders on its command line, such as `$KUBE_API_ARGS`, with unknown flags. */
  readonly open?: readonly WrittenText[];
}

/** A cluster, or the part of one that a file describes. */
export interface DescribedCluster extends FieldSpan {
  /** The format, for messages: `kubeadm ClusterConfiguration`. */
  readonly format: string;
  /** The document it begins in. */
  readonly document: number;
  readonly name: string | undefined;
  /** Who runs or supports it, by the name in `data/authored/support-windows.json`; undefined if unknown. */
  readonly provider?: string;
  /** Set if the name was given to this cluster; others may be defaults, or names of processes. */
  readonly hasOwnName?: true;
  /** Set if the cluster is only registered here: nothing says who runs it. */
  readonly registered?: true;
  /** Whether it has all alpha features enabled at the provider. */
  readonly alpha?: true;
  readonly components: readonly DescribedComponent[];
}
