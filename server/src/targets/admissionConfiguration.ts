/** The file that `--admission-control-config-file` names. */
export interface AdmissionConfiguration {
  /** Its path as written; undefined if the settings are inline in the description of a cluster. */
  readonly path?: string;
  /** What it says; undefined if it was not found, or where a server would not start with it. */
  readonly settings?: AdmissionSettings;
}

/** What an AdmissionConfiguration sets up of the plugins that are checked. */
export interface AdmissionSettings {
  /** Where it stands, for people. */
  readonly file: string;
  /** Undefined if it omits the plugin, which then has its built-in settings. */
  readonly podSecurity?: PodSecuritySettings;
}

/** A PodSecurityConfiguration. Source: k8s.io/pod-security-admission admission/api/types.go. */
export interface PodSecuritySettings {
  /** The policy of namespaces without labels, by the names of the labels behind their prefix: `enforce-version`. */
  readonly defaults: Readonly<Partial<Record<string, string>>>;
  readonly usernames: readonly string[];
  readonly namespaces: readonly string[];
  readonly runtimeClasses: readonly string[];
}
