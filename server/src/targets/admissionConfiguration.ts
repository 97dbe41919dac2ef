/** The file that `--admission-control-config-file` names. */
export interface AdmissionConfiguration {
  /** Its path as written; undefined if the settings are inline in the description of a cluster. */
  readonly path?: string;
  /** Its settings; undefined if the file was not found, or if a server would not start with it. */
  readonly settings?: AdmissionSettings;
}

/** The settings in an AdmissionConfiguration for the checked plugins. A plugin without settings has its defaults. */
export interface AdmissionSettings extends PluginSettings {
  /** The file with the settings, for people. */
  readonly file: string;
  /** Plugins with unknown settings: their file was not found, or the plugin refuses them. */
  readonly unread?: readonly UnreadSettings[];
}

/** The settings of the checked plugins. */
export interface PluginSettings {
  readonly podSecurity?: PodSecuritySettings;
  /** The objects that ResourceQuota allows only with a quota. */
  readonly limitedResources?: readonly LimitedResource[];
  /** The node selectors of PodNodeSelector by namespace; `clusterDefaultNodeSelector` is the key of the default. */
  readonly nodeSelectors?: ReadonlyMap<string, string>;
  readonly tolerations?: TolerationSettings;
}

/** Unknown settings of a plugin. */
export interface UnreadSettings {
  readonly plugin: string;
  /** Whether the plugin refuses them, so that a server that runs it does not start. */
  readonly isRefused: boolean;
}

/** A PodSecurityConfiguration. Source: k8s.io/pod-security-admission admission/api/types.go. */
export interface PodSecuritySettings {
  /** The policy of namespaces without labels, by label without its prefix: `enforce-version`. */
  readonly defaults: Readonly<Partial<Record<string, string>>>;
  readonly usernames: readonly string[];
  readonly namespaces: readonly string[];
  readonly runtimeClasses: readonly string[];
}

/**
 * Objects that need a quota. Source: k8s.io/apiserver pkg/admission/plugin/resourcequota/apis/resourcequota/types.go.
 */
export interface LimitedResource {
  readonly group: string;
  /** The plural of the kind: `pods`. */
  readonly resource: string;
  /** Substrings of resource names: an object whose usage has a matching one needs a quota. */
  readonly contains: readonly string[];
  readonly scopes: readonly LimitedScope[];
}

/** A scope of quotas that objects of a limited resource need if they match it. */
export interface LimitedScope {
  readonly name: string;
  readonly operator: string;
  readonly values: readonly string[];
}

/** The settings of PodTolerationRestriction. Source: plugin/pkg/admission/podtolerationrestriction/apis. */
export interface TolerationSettings {
  /** The tolerations that pods get in namespaces without their own defaults. */
  readonly default: readonly Toleration[];
  /** The tolerations that pods may have in namespaces without their own list; if empty, any. */
  readonly allowed: readonly Toleration[];
}

/** A toleration of a pod, with Go's zero values. */
export interface Toleration {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly effect: string;
  /** `tolerationSeconds`. */
  readonly seconds: number | undefined;
}
