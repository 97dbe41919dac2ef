import type { PlanDocument } from '../report/plan/planReport.ts';
import type { ReportShare, WorkspaceReport } from '../report/workspaceReport.ts';

import type { TargetsInForce } from './targetProtocol.ts';

export type * from './targetProtocol.ts';

/**
 * The messages that this server speaks on top of the Language Server Protocol, and what the client shares with
 * the server. Every payload is plain JSON.
 */
export const methods = {
  /** Request, {@link TargetsParams} to {@link TargetsInForce}: what a document is judged against, and what else it could be. */
  targets: 'kubecompat/targets',
  /** Request without parameters, to a list of {@link DescribedTarget}: the clusters that files of the workspace describe. */
  described: 'kubecompat/describedTargets',
  /** Request without parameters, to {@link LiveContexts}: the clusters of the user's kubeconfig. Only in trusted workspaces. */
  liveContexts: 'kubecompat/liveContexts',
  /** Request, {@link AddLiveParams} to {@link AddLiveResult}: read a cluster, and say how to add it to the configuration. Can be cancelled. */
  addLive: 'kubecompat/addLiveTarget',
  /** Request, {@link RefreshLiveParams} to {@link RefreshLiveResult}: read the live clusters of the configuration again. Can be cancelled. */
  refreshLive: 'kubecompat/refreshLiveTargets',
  /** Request, {@link DefinitionSourcesParams} to a list of {@link KnownProject}: who is known to publish definitions of a group. */
  definitionSources: 'kubecompat/definitionSources',
  /** Request, {@link AddDefinitionsParams} to {@link AddDefinitionsResult}: fetch definitions and add them to the workspace. */
  addDefinitions: 'kubecompat/addDefinitions',
  /** Request, {@link OverrideParams} to {@link OverrideResult}: judge everything against these targets instead. */
  override: 'kubecompat/overrideTargets',
  /** Request, {@link OverrideParams} to {@link OverrideResult}: whether {@link methods.override} would take these; nothing changes. */
  checkTargets: 'kubecompat/checkTargets',
  /** Notification from the server without parameters: targets may have changed; ask again. */
  targetsChanged: 'kubecompat/targetsChanged',
  /** Request, {@link ReportParams} to {@link ReportResult}: judge every manifest of the workspace. Can be cancelled. */
  report: 'kubecompat/report',
  /** Request, {@link PlanParams} to {@link PlanResult}: the way from one target to another. Can be cancelled. */
  plan: 'kubecompat/plan',
  /** Request, {@link FixFolderParams} to {@link FixFolderResult}: the edit that applies safe fixes below a folder. Can be cancelled. */
  fixFolder: 'kubecompat/fixFolder',
  /** Request, {@link CheckFolderParams} to {@link WorkspaceState}: judge what is below a folder although nobody opens it. Can be cancelled. */
  checkFolder: 'kubecompat/checkFolder',
  /** Notification from the server, {@link WorkspaceState}: judging the files that are not open has begun or ended. */
  workspaceState: 'kubecompat/workspaceState',
  /** Request, {@link ConversionsParams} to a list of {@link PossibleConversion}: what a resource can be converted to. */
  conversions: 'kubecompat/conversions',
  /** Request, {@link RenderedParams} to {@link RenderedTemplateResult}: what Helm makes of a template. Only in trusted workspaces. */
  rendered: 'kubecompat/renderedTemplate',
  /** Request, {@link AdmittedParams} to {@link AdmittedResult} or null: the objects of a document as the server would store them. */
  admitted: 'kubecompat/asAdmitted',
  /** Notification to the server without parameters: the user trusts the workspace, so that other programs may run in it. */
  trusted: 'kubecompat/workspaceTrusted',
  /** Notification to the server, {@link Neighbours}: other extensions came or went that answer the same questions. */
  neighbours: 'kubecompat/neighbours',
  /** Request, {@link ExplainParams} to {@link Explanation} or null: what a code means. */
  explain: 'kubecompat/explain',
  /** Request, {@link DefinitionParams} to {@link DefinitionDocument} or null: a definition of a built-in set, as text. */
  definition: 'kubecompat/definition',
  /** Request without parameters, to a list of {@link ExplainedCode}: every code there is. */
  codes: 'kubecompat/codes',
  /** Notification to a server in a browser, {@link FileTexts}: files that are there, have changed, or are gone. */
  files: 'kubecompat/files',
  /** Request from a server in a browser, {@link ShippedFileParams} to the text of a file that ships with it, or null. */
  shippedFile: 'kubecompat/shippedFile',
} as const;

/** Texts of files by absolute path with `/`; null for those that are gone. */
export type FileTexts = Readonly<Record<string, string | null>>;

/** Names a file that ships with the server: `crds/cert-manager.json`. */
export interface ShippedFileParams {
  readonly name: string;
}

/** What a client may say in `initializationOptions`. */
export interface InitializationOptions {
  /** Target expressions that override every configuration from the start. */
  readonly targets?: readonly string[];
  /** The catalogue to go by, `built-in` or the version of an installed one, in place of the one that a lock file pins. */
  readonly catalogue?: string;
  /** The client shows documents `SCHEME:/explain/CODE.md` out of {@link methods.explain}; diagnostics then link to them. */
  readonly explainScheme?: string;
  /** The user trusts the workspace: helm may render its charts, kustomize build its kustomizations, and git say what was committed. Else {@link methods.trusted} can say so later. */
  readonly trusted?: boolean;
  /** The client wants {@link methods.targetsChanged}. */
  readonly watchesTargets?: boolean;
  /** The client wants {@link methods.workspaceState}. */
  readonly watchesWorkspace?: boolean;
  /** The client has the command {@link addDefinitionsCommand}, which asks before anything is fetched. */
  readonly addsDefinitions?: boolean;
  /** What other extensions answer already; it can change by {@link methods.neighbours}. */
  readonly neighbours?: Neighbours;
  /** The client shows the messages of diagnostics on hover, so that hovers need not repeat them. */
  readonly showsFindings?: boolean;
  /** The client's command that asks for completion again, where what was written last has few values. */
  readonly askAgain?: string;
}

/** Names the template that is to be rendered. */
export interface RenderedParams {
  readonly uri: string;
}

/** What a template is rendered to, for each target where these differ; or, for people, why it is not. */
export type RenderedTemplateResult = { readonly text: string } | { readonly problem: string };

/** Names the document whose objects are to be shown as they would be stored. */
export interface AdmittedParams {
  readonly uri: string;
}

/** A document with its objects as the server would store them, and which of them it refuses, for people. */
export interface AdmittedResult {
  readonly text: string;
  /** The target, by its name. */
  readonly target: string;
  readonly refused: readonly string[];
}

/** What others in the same editor answer, so that with the setting `auto` nothing is there twice. */
export interface Neighbours {
  /** Keys and words of `.kubecompat.yaml` by its JSON schema. */
  readonly configuration?: boolean;
  /** Fields of manifests by a schema of Kubernetes. */
  readonly manifests?: boolean;
  /** The keys of a document as its outline. */
  readonly outline?: boolean;
  /** Text that is no YAML, and keys that are written twice, in documents that are open. */
  readonly syntax?: boolean;
}

/** Which files there are diagnostics for: none, those that are open, or all. */
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
  /** How many of them were judged, why others were not, and what to do about it. */
  readonly coverage: ReportShare;
  /** The names of the targets of files that are in the workspace folder. */
  readonly targets: readonly string[];
  /** What decides on them. */
  readonly decidedBy: TargetsInForce['decidedBy'];
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
  /** The report as a page; only where one was asked for. */
  readonly page?: string;
}

/** The two ends of a way, as target expressions, and how it is going to be shown. */
export interface PlanParams extends PageParams {
  readonly from: string;
  readonly to: string;
}

/** The way from one target to another, or why there is none. */
export interface PlanResult {
  /** What is wrong with the ends; empty where there is a plan. */
  readonly problems: readonly string[];
  /** What the command line's `plan --format json` prints. */
  readonly plan?: PlanDocument;
  /** The URI of every manifest. */
  readonly uris: Readonly<Record<string, string>>;
  /** The plan as a page for a webview; only for a nonce. */
  readonly page?: string;
}

/** Names what is to be fixed; nothing named is everything in the workspace. */
export interface FixFolderParams {
  /** A folder. */
  readonly uri?: string;
  /** These files alone. */
  readonly files?: readonly string[];
  /** Findings of these codes alone. */
  readonly codes?: readonly string[];
  /** These fixes alone, by the `id` that an answer before had for them. */
  readonly fixes?: readonly string[];
}

/** Safe fixes, the edit that applies all of them, and what they leave. */
export interface FixFolderResult {
  readonly fixes: readonly FolderFix[];
  /** A `WorkspaceEdit`; an open document's change is for the version that it was made for. */
  readonly edit: unknown;
  /** How many errors the files that were looked at have afterwards, which need a person. */
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
  /** `CronJob report`; '' for what concerns the file. */
  readonly resource: string;
  /** The path of the finding that it fixes: `Diagnostic.data.path`. */
  readonly path: string;
  /** The kind of change: the title of what is fixed. */
  readonly change: string;
  readonly uri: string;
  /** 0-based, in the file as it is. */
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

/** A version that a resource can be converted to, and what becomes of the document. */
export interface PossibleConversion {
  /** `apps/v1`. */
  readonly to: string;
  /** Whether one of the document's targets serves it. */
  readonly served: boolean;
  readonly kind: 'safe' | 'partial' | 'lossy' | 'forced';
  /** What it costs or leaves to do. */
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

/** A stretch of a document, 0-based. */
export interface DocumentRange {
  readonly start: DocumentPosition;
  readonly end: DocumentPosition;
}

/** A place in a document, 0-based, in UTF-16. */
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

/** What a code means, in Markdown. */
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

/** The scheme of the documents in which a client shows what a conversion would make of a manifest: nothing is found in them. */
export const previewScheme = 'kubecompat-preview';

/** The scheme of the client's documents that show what Helm makes of a template. */
export const renderedScheme = 'kubecompat-rendered';

/** The scheme of the client's documents that show objects as the server would store them. */
export const storedScheme = 'kubecompat-stored';

/** The names a configuration file may have. */
export const configFileNames: readonly string[] = ['.kubecompat.yaml', '.kubecompat.yml'];
