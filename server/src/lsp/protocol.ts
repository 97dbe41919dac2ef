import type { PlanDocument } from '../report/plan/planReport.ts';
import type { ReportShare, WorkspaceReport } from '../report/workspaceReport.ts';

import type { ActiveTargets, TargetSummary } from './targetProtocol.ts';

export type * from './targetProtocol.ts';

/**
 * The messages of this server in addition to the Language Server Protocol, and the types that the client shares with
 * the server. Every payload is plain JSON.
 */
export const methods = {
  /** Request, {@link TargetsParams} to {@link ActiveTargets}: the targets of a document, and alternatives. */
  targets: 'kubecompat/targets',
  /** Request without parameters, to a list of {@link DescribedTarget}: the clusters that files of the workspace describe. */
  described: 'kubecompat/describedTargets',
  /** Request without parameters, to {@link LiveContexts}: the clusters of the user's kubeconfig. Only in trusted workspaces. */
  liveContexts: 'kubecompat/liveContexts',
  /**
   * Request, {@link AddLiveParams} to {@link AddLiveResult}: read a cluster, and return how to add it to the
   * configuration. Can be cancelled.
   */
  addLive: 'kubecompat/addLiveTarget',
  /** Request, {@link RefreshLiveParams} to {@link RefreshLiveResult}: read the live clusters of the configuration again. Can be cancelled. */
  refreshLive: 'kubecompat/refreshLiveTargets',
  /** Request, {@link DefinitionSourcesParams} to a list of {@link KnownProject}: who is known to publish definitions of a group. */
  definitionSources: 'kubecompat/definitionSources',
  /** Request, {@link AddDefinitionsParams} to {@link AddDefinitionsResult}: fetch definitions and add them to the workspace. */
  addDefinitions: 'kubecompat/addDefinitions',
  /** Request, {@link OverrideParams} to {@link OverrideResult}: judge everything against these targets instead. */
  override: 'kubecompat/overrideTargets',
  /**
   * Request, {@link OverrideParams} to {@link CheckedTargets}: how typed texts are understood, each a target or several;
   * changes nothing.
   */
  checkTargets: 'kubecompat/checkTargets',
  /** Notification from the server without parameters: targets may have changed; request them again. */
  targetsChanged: 'kubecompat/targetsChanged',
  /** Request, {@link ReportParams} to {@link ReportResult}: judge every manifest of the workspace. Can be cancelled. */
  report: 'kubecompat/report',
  /** Request, {@link PlanParams} to {@link PlanResult}: the upgrade from one target to another. Can be cancelled. */
  plan: 'kubecompat/plan',
  /** Request, {@link FixFolderParams} to {@link FixFolderResult}: the edit that applies safe fixes below a folder. Can be cancelled. */
  fixFolder: 'kubecompat/fixFolder',
  /**
   * Request, {@link CheckFolderParams} to {@link WorkspaceState}: judge a folder with its closed files. Can be
   * cancelled.
   */
  checkFolder: 'kubecompat/checkFolder',
  /** Notification from the server, {@link WorkspaceState}: judging the files that are not open has begun or ended. */
  workspaceState: 'kubecompat/workspaceState',
  /**
   * Request, {@link ConversionsParams} to a list of {@link PossibleConversion}: the possible conversions of a resource.
   */
  conversions: 'kubecompat/conversions',
  /**
   * Request, {@link RenderedParams} to {@link RenderedTemplateResult}: Helm's output for a template. Only in trusted
   * workspaces.
   */
  rendered: 'kubecompat/renderedTemplate',
  /**
   * Request, {@link RemoteChartParams} to {@link RemoteChartResult}: fetch a chart that an object installs, and render it.
   * Only in trusted workspaces.
   */
  renderRemoteChart: 'kubecompat/renderRemoteChart',
  /** Request, {@link AdmittedParams} to {@link AdmittedResult} or null: the objects of a document as the server would store them. */
  admitted: 'kubecompat/asAdmitted',
  /** Notification to the server without parameters: the user trusts the workspace, so that other programs may run. */
  trusted: 'kubecompat/workspaceTrusted',
  /** Notification to the server, {@link OtherExtensions}: other extensions came or went that answer the same questions. */
  neighbours: 'kubecompat/neighbours',
  /** Request, {@link ExplainParams} to {@link Explanation} or null: the explanation of a code. */
  explain: 'kubecompat/explain',
  /** Request, {@link DefinitionParams} to {@link DefinitionDocument} or null: a definition of a built-in set, as text. */
  definition: 'kubecompat/definition',
  /** Request without parameters, to a list of {@link ExplainedCode}: every code there is. */
  codes: 'kubecompat/codes',
  /** Notification to a server in a browser, {@link FileTexts}: new, changed and deleted files. */
  files: 'kubecompat/files',
  /** Request from a server in a browser, {@link ShippedFileParams} to the text of a file that ships with it, or null. */
  shippedFile: 'kubecompat/shippedFile',
} as const;

/** Texts of files by absolute path with `/`; null for deleted ones. */
export type FileTexts = Readonly<Record<string, string | null>>;

/** Names a file that ships with the server: `crds/cert-manager.json`. */
export interface ShippedFileParams {
  readonly name: string;
}

/** The client's `initializationOptions`. */
export interface InitializationOptions {
  /** Target expressions that override every configuration from the start. */
  readonly targets?: readonly string[];
  /** The catalogue to use, `built-in` or the version of an installed one, instead of that pinned by a lock file. */
  readonly catalogue?: string;
  /** The client shows documents `SCHEME:/explain/CODE.md` out of {@link methods.explain}; diagnostics then link to them. */
  readonly explainScheme?: string;
  /**
   * Whether the user trusts the workspace: helm may render its charts, kustomize build its kustomizations, and git read
   * commits. {@link methods.trusted} can set this later.
   */
  readonly trusted?: boolean;
  /** The client wants {@link methods.targetsChanged}. */
  readonly watchesTargets?: boolean;
  /** The client wants {@link methods.workspaceState}. */
  readonly watchesWorkspace?: boolean;
  /** Whether the client has the command {@link addDefinitionsCommand}, which asks before fetching anything. */
  readonly addsDefinitions?: boolean;
  /** Whether the client has the command {@link checkRemoteChartCommand}, which asks before fetching anything. */
  readonly checksRemoteCharts?: boolean;
  /** What other extensions provide; changed by {@link methods.neighbours}. */
  readonly neighbours?: OtherExtensions;
  /** Whether the client shows diagnostic messages on hover, so that hovers omit them. */
  readonly showsFindings?: boolean;
  /** The client's command to request completion again, if the inserted text has few values. */
  readonly askAgain?: string;
}

/** Names the template that is to be rendered. */
export interface RenderedParams {
  readonly uri: string;
}

/** The rendering of a template, for each target if they differ; or a message why there is none. */
export type RenderedTemplateResult = { readonly text: string } | { readonly problem: string };

/** Names a chart that an object of a file installs. */
export interface RemoteChartParams {
  readonly uri: string;
  /** The chart with the command that renders it, as in reports. */
  readonly chart: string;
}

/** Helm's output for a chart that it has fetched; or a message why there is none. */
export type RemoteChartResult = RenderedTemplateResult;

/** Names the document whose objects are to be shown as they would be stored. */
export interface AdmittedParams {
  readonly uri: string;
}

/** A document with its objects as the server would store them, and messages about refused ones and omitted fields. */
export interface AdmittedResult {
  readonly text: string;
  /** The target, by its name. */
  readonly target: string;
  readonly refused: readonly string[];
  /** What the text does not show, such as fields that other objects of the cluster decide: a line for each. */
  readonly notes: readonly string[];
}

/** What other extensions in the same editor provide, so that the setting `auto` avoids duplicates. */
export interface OtherExtensions {
  /** Keys and words of `.kubecompat.yaml` by its JSON schema. */
  readonly configuration?: boolean;
  /** Fields of manifests by a schema of Kubernetes. */
  readonly manifests?: boolean;
  /** The keys of a document as its outline. */
  readonly outline?: boolean;
  /** Diagnostics for invalid YAML and duplicate keys in open documents. */
  readonly syntax?: boolean;
}

/** The files with diagnostics: none, open ones, or all. */
export type DiagnosticScope = 'off' | 'openFiles' | 'workspace';

/** How far the judging of files that are not open has come. */
export interface WorkspaceState {
  readonly scope: DiagnosticScope;
  /** Whether the workspace has a folder on disk. */
  readonly hasFolders: boolean;
  readonly judging: boolean;
  /** How many files are judged without being opened. */
  readonly files: number;
  /** How many resources were found in them. */
  readonly resources: number;
  /** How many of them were judged, why others were not, and the remedy. */
  readonly coverage: ReportShare;
  /** The targets of files that are in the workspace folder. */
  readonly targets: readonly TargetSummary[];
  /** What decides the targets. */
  readonly decidedBy: ActiveTargets['decidedBy'];
}

/** The report of the command line's `--format json`, as the client sees it. */
export type Report = WorkspaceReport;

/** How the report is going to be shown. */
export interface ReportParams extends PageParams {}

/** Which page is to be made; none without either. */
export interface PageParams {
  /** For a webview: the nonce of its content security policy. */
  readonly nonce?: string;
  /** For a file that a browser opens. */
  readonly asFile?: boolean;
}

/** The workspace report, with the URI of every file that it names. */
export interface ReportResult {
  readonly report: Report;
  readonly uris: Readonly<Record<string, string>>;
  /** The report as a page; only if requested. */
  readonly page?: string;
}

/** The two ends of an upgrade, as target expressions, and how to show it. */
export interface PlanParams extends PageParams {
  readonly from: string;
  readonly to: string;
}

/** The upgrade plan, or why there is none. */
export interface PlanResult {
  /** The problems of the ends; empty if there is a plan. */
  readonly problems: readonly string[];
  /** The output of the command line's `plan --format json`. */
  readonly plan?: PlanDocument;
  /** The URI of every manifest. */
  readonly uris: Readonly<Record<string, string>>;
  /** The plan as a page for a webview; only for a nonce. */
  readonly page?: string;
}

/** What to fix; by default everything in the workspace. */
export interface FixFolderParams {
  /** A folder. */
  readonly uri?: string;
  /** Only these files. */
  readonly files?: readonly string[];
  /** Only findings of these codes. */
  readonly codes?: readonly string[];
  /** Only these fixes, by the `id` from an earlier answer. */
  readonly fixes?: readonly string[];
}

/** Safe fixes, the edit that applies all of them, and what remains. */
export interface FixFolderResult {
  readonly fixes: readonly FolderFix[];
  /** A `WorkspaceEdit`; an open document's change is for the version that it was made for. */
  readonly edit: unknown;
  /** The number of remaining errors in these files, which need manual changes. */
  readonly errorsLeft: number;
  /** How many files are changed. */
  readonly filesChanged: number;
}

/** A safe fix of a file. */
export interface FolderFix {
  /** The same for the same fix in a later answer about the same text. */
  readonly id: string;
  /** `Convert to batch/v1` */
  readonly title: string;
  /** `CronJob report`; '' for the file. */
  readonly resource: string;
  /** The path of the finding that it fixes: `Diagnostic.data.path`. */
  readonly path: string;
  /** The kind of change: the title of the finding. */
  readonly change: string;
  readonly uri: string;
  /** 0-based, in the present file. */
  readonly line: number;
}

/** Names a folder; without one, all of the workspace. */
export interface CheckFolderParams {
  readonly uri?: string;
}

/** Names a line of a document: that of a resource's `apiVersion` or `kind`. */
export interface ConversionsParams {
  readonly uri: string;
  readonly line: number;
}

/** A version that a resource can be converted to, with the resulting document. */
export interface PossibleConversion {
  /** `apps/v1`. */
  readonly to: string;
  /** Whether one of the document's targets serves it. */
  readonly served: boolean;
  readonly kind: 'safe' | 'partial' | 'lossy' | 'forced';
  /** Its losses or manual steps. */
  readonly notes: string[];
  /** The document after it. */
  readonly text: string;
  /** The changes that make it of the document. */
  readonly edits: readonly DocumentEdit[];
}

/** A change of a document, as the Language Server Protocol has it. */
export interface DocumentEdit {
  readonly range: DocumentRange;
  readonly newText: string;
}

/** A range of a document, 0-based. */
export interface DocumentRange {
  readonly start: DocumentPosition;
  readonly end: DocumentPosition;
}

/** A position in a document, 0-based, in UTF-16. */
export interface DocumentPosition {
  readonly line: number;
  readonly character: number;
}

/** Names a document `SCHEME:/crd/…` that the server has led the client to. */
export interface DefinitionParams {
  readonly uri: string;
}

/** A CustomResourceDefinition of a built-in set. */
export interface DefinitionDocument {
  readonly text: string;
}

/** Names a code: `removed-api`. */
export interface ExplainParams {
  readonly code: string;
}

/** The explanation of a code, in Markdown. */
export interface Explanation {
  readonly markdown: string;
}

/** A code with its title, for a list to choose from. */
export interface ExplainedCode {
  readonly code: string;
  readonly title: string;
}

/** The kind of the code action that applies every safe fix of a document. */
export const fixAllKind = 'source.fixAll.kubecompat';

/** The command of a client that adds definitions; its argument is an {@link DefinitionSourcesParams}. */
export const addDefinitionsCommand = 'kubecompat.addDefinitions';

/** The command of a client that fetches and checks a chart; its argument is a {@link RemoteChartParams}. */
export const checkRemoteChartCommand = 'kubecompat.checkRemoteChart';

/**
 * The scheme of the client's documents with Helm's output for a fetched chart, with the path of the file that installs it:
 * they are judged like that file.
 */
export const remoteChartScheme = 'kubecompat-chart';

/** The scheme of documents in which a client previews conversions: they are not judged. */
export const previewScheme = 'kubecompat-preview';

/** The scheme of the client's documents with Helm's output for a template. */
export const renderedScheme = 'kubecompat-rendered';

/** The scheme of the client's documents that show objects as the server would store them. */
export const storedScheme = 'kubecompat-stored';

/** The names a configuration file may have. */
export const configFileNames: readonly string[] = ['.kubecompat.yaml', '.kubecompat.yml'];
