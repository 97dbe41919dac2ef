import type { Setting } from '../targets/target.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { Component } from './components.ts';

/** A stretch of a file with the path of the field that it belongs to; '' where the file has no fields. */
export interface Place {
  readonly span: Span;
  readonly path: string;
}

/** A value as it is written, and where. */
export interface WrittenText extends Place {
  readonly text: string;
  /** YAML takes it for a number, so that `1.30` is 1.3 to the tool that reads the file. */
  readonly number?: true;
  /** The version of Kubernetes that a version of something else stands for: `4.16.3` of OpenShift is `1.29`. */
  readonly means?: string;
  /** A phrase that says why no version can be told from it: a release channel, something that is computed. */
  readonly open?: string;
  /** Where it is written, if that is not where this file names it: the value of a variable. */
  readonly elsewhere?: { readonly file: string; readonly span: Span };
}

/** One `key=value` of `--feature-gates` or `--runtime-config`, wherever a format puts it. */
export interface WrittenSetting extends Setting, Place {
  /** Edits that write another setting in its place; undefined where the place is not certain. */
  rewrite(setting: Setting): readonly TextEdit[] | undefined;
  /** Edits that take it out; undefined where that would leave something odd behind. */
  remove(): readonly TextEdit[] | undefined;
}

/** A flag of a component. A format that keeps gates in a map gives one flag for the whole map. */
export interface WrittenFlag extends Place {
  /** Without its dashes, words joined by `-`. */
  readonly flag: string;
  /** Where its name is written. */
  readonly nameSpan: Span;
  /** As the component gets it. */
  readonly value: string;
  /** The parts of a flag that is a list of settings; empty for others. */
  readonly settings: readonly WrittenSetting[];
  rewrite(value: string): readonly TextEdit[] | undefined;
  remove(): readonly TextEdit[] | undefined;
}

/** A component of Kubernetes as a file describes it. */
export interface DescribedComponent extends Place {
  readonly component: Component;
  /** The version of its binary as written; undefined where the file does not say. */
  readonly version: WrittenText | undefined;
  readonly flags: readonly WrittenFlag[];
  /** Words on its command line that stand for others, `$KUBE_API_ARGS`: what they bring is not known. */
  readonly open?: readonly WrittenText[];
}

/** A cluster, or the part of one that a file describes. */
export interface DescribedCluster extends Place {
  /** What kind of file it is, for people: `kubeadm ClusterConfiguration`. */
  readonly format: string;
  /** The document it begins in. */
  readonly document: number;
  readonly name: string | undefined;
  /** Who runs it, by the name that `data/authored/support-windows.json` has; undefined where anybody may. */
  readonly provider?: string;
  /** The provider is asked for a cluster with every alpha feature. */
  readonly alpha?: true;
  readonly components: readonly DescribedComponent[];
}
