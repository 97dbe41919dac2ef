import type { AdmissionConfiguration } from '../targets/admissionConfiguration.ts';
import type { Setting } from '../targets/target.ts';
import type { Minor } from '../targets/version.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { Component } from './components.ts';

/** A span of a file with the path of its field; '' if the file has no fields. */
export interface FieldSpan {
  readonly span: Span;
  readonly path: string;
}

/** A written value with its position. */
export interface WrittenText extends FieldSpan {
  readonly text: string;
  /** YAML resolves it to a number, so tools read `1.30` as 1.3. */
  readonly number?: true;
  /** The Kubernetes version in the version of another product: `1.29` for OpenShift `4.16.3`. */
  readonly means?: string;
  /** Why it gives no version, a phrase: a release channel, a computed value. */
  readonly open?: string;
  /** The position of the value if another file has it, such as that of a variable. */
  readonly elsewhere?: { readonly file: string; readonly span: Span };
}

/** One `key=value` of `--feature-gates` or `--runtime-config`, in any format. */
export interface WrittenSetting extends Setting, FieldSpan {
  /** Edits that replace it by another setting; undefined if its position is not certain. */
  rewrite(setting: Setting): readonly TextEdit[] | undefined;
  /** Edits that remove it; undefined if the result would be odd or invalid. */
  remove(): readonly TextEdit[] | undefined;
}

/** A flag of a component. A format that keeps gates in a map gives one flag for the whole map. */
export interface WrittenFlag extends FieldSpan {
  /** Without its dashes, words joined by `-`. */
  readonly flag: string;
  /** The span of its name. */
  readonly nameSpan: Span;
  /** The value that the component gets. */
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

/** A part of a description that its tool leaves out, or because of which it makes no cluster. */
export interface ToolNote extends FieldSpan {
  /**
   * `refused`: the tool makes no cluster of the file, so there is no target. `unread`: only other releases of the tool
   * than those of the file's Kubernetes do. `conditional`: only some releases do, or only with an option. `uncertain`:
   * whether it is ignored depends on a version that the file leaves open.
   */
  readonly effect: 'ignored' | 'refused' | 'unread' | 'conditional' | 'uncertain';
  /** A phrase. */
  readonly message: string;
  /** Sentences. */
  readonly why: string;
  /** A phrase. */
  readonly remedy: string;
  /** The file of the tool that decides it. */
  readonly source: string;
}

/** A cluster, or the part of one that a file describes. */
export interface DescribedCluster extends FieldSpan {
  /** The format, for messages: `kubeadm ClusterConfiguration`. */
  readonly format: string;
  /** The document it begins in. */
  readonly document: number;
  readonly name: string | undefined;
  /** Its provider, by the name in `data/authored/support-windows.json`; undefined if unknown. */
  readonly provider?: string;
  /** Set if the name is that of this cluster; other names may be defaults, or names of processes. */
  readonly hasOwnName?: true;
  /** Set if the cluster is only registered here, so its provider is unknown. */
  readonly registered?: true;
  /** Set if the provider enables all alpha features. */
  readonly alpha?: true;
  readonly components: readonly DescribedComponent[];
  /** Set if the format has a newer version than those that are read, so that there is no target. */
  readonly unknownVersion?: WrittenText;
  /** What its tool does not do as written; absent if nothing is known. */
  readonly notes?: readonly ToolNote[];
  /** The description for a version that the file leaves open, if the tool writes other settings for other versions. */
  readonly atVersion?: (version: Minor) => DescribedCluster;
}
