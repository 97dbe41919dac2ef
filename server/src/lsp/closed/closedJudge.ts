import { resolve } from 'node:path';
import type { Diagnostic } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { addCounts, countNotJudged } from '../../report/coverage.ts';
import { shareOf } from '../../report/share.ts';
import { isEqual } from '../../text/isEqual.ts';
import type { DefinitionFile } from '../../workspace/definitions/definitionFile.ts';
import { recorded } from '../../workspace/disk/plainReads.ts';
import { namedValue } from '../../workspace/ground/derived.ts';
import { Input } from '../../workspace/ground/input.ts';
import { sha256 } from '../../workspace/ground/sha256.ts';
import { judgeBuild } from '../../workspace/judging/judgeBuild.ts';
import { SourceFiles } from '../../workspace/judging/sourceFile.ts';
import type { AddedToFile } from '../../workspace/model/addedToFile.ts';
import type { Workspace } from '../../workspace/model/workspace.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import { type BuiltOfFile, failureDiagnostics } from '../builds/builtOfFile.ts';
import { configDiagnostics, isConfigFile } from '../configDiagnostics.ts';
import { editorWorkspace } from '../editorContext.ts';
import { explanationLink } from '../features/explain.ts';
import { judgeDocument } from '../judgedDocument.ts';
import { TargetsOfFiles } from '../targets.ts';
import { atStart, type ExplanationLink } from '../toDiagnostic.ts';
import { pathOf, uriOf } from '../uris.ts';
import type { BuildToJudge, ClosedFile, ClosedOutcome, Environment, JudgedFile } from './environment.ts';

/** Judges files on disk like open ones, with unrendered charts. */
export class ClosedJudge {
  readonly #environment: Input<Environment>;
  readonly #targets: TargetsOfFiles;
  readonly #link: ExplanationLink;
  readonly #workspace: Workspace;
  /** The build results of the file that is being judged. */
  #built: BuiltOfFile | undefined;

  constructor(environment: Environment) {
    this.#environment = new Input(environment, isEqual);
    this.#link = explanationLink(environment.explainScheme);
    const targets = new TargetsOfFiles(readCatalog(), environment.override, environment.folder);
    this.#targets = targets;
    const given = () => this.#environment.value;
    const definitionFiles = namedValue('definition files', () =>
      given().definitions.map((file): DefinitionFile => ({ ...file, text: undefined })),
    );
    this.#workspace = editorWorkspace({
      targets,
      definitionFiles,
      installations: () => given().installations,
      deliveries: () => given().deliveries,
      renderingsOf: () => undefined,
      builtOf: () => this.#built,
      isTrusted: () => given().isTrusted,
    });
    this.use(environment);
  }

  /** Sets the environment for judging. */
  use(environment: Environment): void {
    this.#environment.set(environment);
    const { folder, override, settings } = environment;
    this.#targets.moveTo(folder);
    this.#targets.override(override);
    this.#targets.settings(settings);
  }

  /** Judges a file. Failures affect only this file. */
  judge({ path, built }: ClosedFile): JudgedFile {
    this.#built = built;
    const { result, reads } = recorded(() => this.#judged(path, built));
    return { path, ...result, reads };
  }

  #judged(path: string, built: BuiltOfFile | undefined): Pick<JudgedFile, 'digest' | 'outcome'> {
    const content = this.#workspace.textOf(path);
    if (!content.ok) return { digest: '', outcome: { ...outcomeOf([]), share: countNotJudged('unreadable') } };
    const digest = sha256(content.text);
    try {
      return { digest, outcome: this.#outcome(path, content.text, built) };
    } catch (error) {
      const message = `This file could not be checked because of a bug in kubecompat: ${error}`;
      const outcome = outcomeOf([atStart('internal-error', message)]);
      return { digest, outcome: { ...outcome, share: countNotJudged('internal-error') } };
    }
  }

  #outcome(path: string, text: string, built: BuiltOfFile | undefined): ClosedOutcome {
    const uri = uriOf(path);
    if (isConfigFile(uri)) {
      return outcomeOf(configDiagnostics(this.#targets, TextDocument.create(uri, 'yaml', 0, text)));
    }
    const targets = this.#targets.ofPath(path);
    const config = targets.configFile === undefined ? undefined : resolve(this.#targets.folder, targets.configFile);
    const inputs = this.#workspace.inputsOf(path);
    // Problems of a configuration are reported in it, once, and not in each of its files.
    if (inputs === undefined) return { ...outcomeOf([]), config, share: countNotJudged('bad-configuration') };
    const document = { uri, version: 0, path: pathOf(uri), text, built, applied: this.#targets.appliedOf(path) };
    const { diagnosed, analysis } = judgeDocument(document, inputs, targets, this.#link, undefined);
    const found = diagnosed.map(({ diagnostic }) => diagnostic);
    const diagnostics = [...found, ...failureDiagnostics(built, found)];
    const [resources, share] = [analysis.resources.length, shareOf(analysis)];
    return { ...outcomeOf(diagnostics), resources, share, config };
  }

  /** Judges the output of a build: returns what it adds to its source files. */
  judgeBuild({ sources: allowed, ...built }: BuildToJudge): readonly AddedToFile[] {
    const wanted = new Set(allowed);
    this.#built = undefined;
    const sources = new SourceFiles(this.#workspace, (path) => wanted.has(path));
    judgeBuild(built, this.#workspace, sources);
    return sources.added();
  }
}

function outcomeOf(diagnostics: readonly Diagnostic[]): ClosedOutcome {
  const resultId = diagnostics.length === 0 ? 'clean' : sha256(JSON.stringify(diagnostics));
  return { diagnostics, resultId, resources: 0, share: addCounts([]), config: undefined };
}
