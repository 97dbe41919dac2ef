/** The file that `--admission-control-config-file` names. */
export interface AdmissionConfiguration {
  /** Its path as written; undefined if the settings are inline in the description of a cluster. */
  readonly path?: string;
  /** What it says; undefined if it was not found, or where a server would not start with it. */
  readonly settings?: AdmissionSettings;
}

/** What an AdmissionConfiguration sets up of the plugins that are checked. A plugin without settings has its defaults. */
export interface AdmissionSettings extends PluginSettings {
  /** Where it stands, for people. */
  readonly file: string;
  /** Plugins with settings that are not known: their file was not found, or the plugin refuses them. */
  readonly unread?: readonly UnreadSettings[];
}

/** The settings of the plugins that are checked. */
export interface PluginSettings {
  readonly podSecurity?: PodSecuritySettings;
  /** What ResourceQuota allows only with a quota. */
  readonly limitedResources?: readonly LimitedResource[];
  /** The selectors of PodNodeSelector, by the names of namespaces, with a key for the default of the cluster. */
  readonly nodeSelectors?: ReadonlyMap<string, string>;
  readonly tolerations?: TolerationSettings;
}

/** Settings of a plugin that are not known. */
export interface UnreadSettings {
  readonly plugin: string;
  /** Whether the plugin refuses them, so that a server that runs it does not start. */
  readonly isRefused: boolean;
}

/** A PodSecurityConfiguration. Source: k8s.io/pod-security-admission admission/api/types.go. */
export interface PodSecuritySettings {
  /** The policy of namespaces without labels, by the names of the labels behind their prefix: `enforce-version`. */
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
  /** Parts of names in quotas. */
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
  /** The tolerations that pods get in namespaces without their own. */
  readonly default: readonly Toleration[];
  /** What pods may tolerate in namespaces without their own list; anything if it is empty. */
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
