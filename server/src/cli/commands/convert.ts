import { dirname } from 'node:path';
import { type ConversionOutcome, type ConversionRequest, convertText, describeOutcome } from '../../convertText.ts';
import type { Fix } from '../../finding.ts';
import { count } from '../../report/wrap.ts';
import { type GroupVersion, parseGroupVersion } from '../../target/groupVersion.ts';
import { printable } from '../../text/displayWidth.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { withDefinitionsAround } from '../../workspace/definitions/definitionFiles.ts';
import { discover } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';
import { Kustomizations } from '../../workspace/kustomize/kustomizations.ts';
import { type Command, exitCode } from '../command.ts';
import { isOn, lastValue, type ParsedArguments, UsageError, valuesOf } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import type { Terminal } from '../output/terminal.ts';
import { Rewriting, rewriteFlags, rewriteMode } from '../rewriting/rewriting.ts';
import { rewriteInput, stdinFilenameFlag } from '../rewriting/rewritingInput.ts';
import { selectTargets, tellSettingProblems } from '../runs/judging.ts';

/** `convert`: moves resources to another version of their API; without `--write` it only shows what it would do. */
export const convert: Command = {
  operands: 'PATHS...',
  notes:
    'Old and new text mean the same: defaults that the new version has differently are written down, comments, order and layout stay. What the new version cannot hold is named and not converted unless that is accepted.',
  flags: [
    { name: 'to', value: 'GROUP/VERSION', help: 'the version to convert to, newer or older' },
    {
      name: 'to-target',
      value: 'TARGET',
      help: 'convert what this target does not serve, or serves a newer version of, to the best version that it serves; may be repeated: the best that all serve',
    },
    ...rewriteFlags,
    { name: 'accept-forced', help: 'also convert where the new version refuses something: the nearest that it takes' },
    { name: 'accept-lossy', help: 'also convert where the new version cannot express something' },
    {
      name: 'defaults',
      value: 'keep',
      choices: ['keep', 'take'],
      help: 'keep what unset fields mean (default), or take the defaults of the new version',
    },
    ...targetFlags,
    stdinFilenameFlag,
  ],
  run(parsed, terminal) {
    const mode = rewriteMode(parsed);
    const request = requestOf(parsed);
    const paths = parsed.positionals;
    if (paths.length === 0)
      throw new UsageError('no path to convert', 'name files or folders, or - for standard input');
    const selection = selectTargets(asTargets(parsed), terminal, paths);
    if (selection.problems.length > 0) {
      tellSettingProblems(selection.problems, terminal);
      return exitCode.usage;
    }
    if (paths.includes('-')) {
      return rewriteInput(parsed, terminal, selection, (before, { file, context }, { surfaces }) => {
        const { text, outcomes } = convertText(before, file, surfaces, request, context);
        const tell = tellerOf(file, before);
        const failed = outcomes.some((outcome) => outcome.failed);
        return { text, told: outcomes.map(tell), exit: failed ? exitCode.findings : exitCode.fine };
      });
    }
    const found = discover(paths, terminal.cwd);
    const run = new ConvertRun(new Rewriting(mode, terminal), terminal);
    for (const { file, message, remedy, missing, counts } of found.problems) {
      const exit = missing ? exitCode.usage : counts ? exitCode.notJudged : exitCode.fine;
      run.rewriting.problem(`${file} ${message}`, remedy, exit);
    }
    const complete = withDefinitionsAround(found.files, terminal.cwd);
    const kustomizations = new Kustomizations();
    const files = found.files.flatMap(({ file, path }) => {
      const settings = selection.forFile(path);
      if (settings === undefined) {
        const remedy = `mend ${selection.configFile(dirname(path)) ?? 'its configuration'}`;
        run.rewriting.problem(`${file} was left alone`, remedy, exitCode.usage);
        return [];
      }
      const content = readText(path);
      if (content.ok)
        return [
          { file, path, content, surfaces: complete(settings).surfaces, context: kustomizations.contextOf(path) },
        ];
      run.rewriting.problem(`${file} ${content.message}`, content.remedy, exitCode.notJudged);
      return [];
    });
    // What selects resources by version can only follow when it is known which of them move.
    const movedTo = files.flatMap(({ file, content, surfaces, context }) => {
      const { outcomes } = convertText(content.text, file, surfaces, { ...request, follow: false }, context);
      return outcomes.flatMap(({ done, to }) => (done && to !== undefined ? [to] : []));
    });
    for (const { file, path, content, surfaces, context } of files) {
      const { text, outcomes, followed } = convertText(content.text, file, surfaces, { ...request, movedTo }, context);
      run.file({ file, path, content, text, outcomes, followed });
    }
    tellSettingProblems(selection.problems, terminal);
    return run.end();
  },
};

function requestOf(parsed: ParsedArguments): ConversionRequest {
  const to = lastValue(parsed, 'to');
  const targets = valuesOf(parsed, 'to-target');
  if ((to === undefined) === (targets.length === 0)) {
    throw new UsageError('convert needs either --to or --to-target', 'name a version, such as apps/v1, or a target');
  }
  const accepts = new Set<Fix['kind']>();
  if (isOn(parsed, 'accept-forced')) accepts.add('forced');
  if (isOn(parsed, 'accept-lossy')) accepts.add('lossy');
  const defaults = lastValue(parsed, 'defaults') === 'take' ? 'take' : 'keep';
  return { to: to === undefined ? undefined : versionOf(to), defaults, accepts };
}

function versionOf(written: string): GroupVersion {
  const version = parseGroupVersion(written);
  if (version !== undefined) return version;
  throw new UsageError(`--to=${written} is no group/version`, 'write it as in apiVersion: apps/v1, or v1');
}

/** `--to-target` says which targets count, as `--target` does for other commands. */
function asTargets(parsed: ParsedArguments): ParsedArguments {
  const targets = valuesOf(parsed, 'to-target');
  if (targets.length === 0) return parsed;
  if (valuesOf(parsed, 'target').length > 0) {
    throw new UsageError('--to-target and --target exclude each other', 'name the targets with --to-target');
  }
  return { ...parsed, flags: [...parsed.flags, ...targets.map((value) => ({ name: 'target', value }))] };
}

interface ConvertedFile {
  readonly file: string;
  readonly path: string;
  readonly content: Extract<ReturnType<typeof readText>, { readonly ok: true }>;
  readonly text: string;
  readonly outcomes: readonly ConversionOutcome[];
  readonly followed: number;
}

/** Says in a line what became of a resource of a text. */
function tellerOf(file: string, text: string): (outcome: ConversionOutcome) => string {
  const lines = new LineIndex(text);
  return (outcome) => {
    const line = lines.position(outcome.resource.apiVersionSpan.start).line + 1;
    const notes = outcome.notes.length === 0 ? '' : ` (${outcome.notes.join('; ')})`;
    return printable(`${file}:${line} ${describeOutcome(outcome)}${notes}`);
  };
}

class ConvertRun {
  readonly rewriting: Rewriting;
  readonly #terminal: Terminal;
  #files = 0;
  #converted = 0;
  #left = 0;
  #followed = 0;

  constructor(rewriting: Rewriting, terminal: Terminal) {
    this.rewriting = rewriting;
    this.#terminal = terminal;
  }

  file({ file, path, content, text, outcomes, followed }: ConvertedFile): void {
    const tell = tellerOf(file, content.text);
    const failed = outcomes.filter((outcome) => outcome.failed);
    for (const outcome of failed) this.#terminal.err(tell(outcome));
    if (failed.length > 0) this.rewriting.fail(exitCode.findings);
    this.#left += failed.length;
    if (text === content.text) return;
    const done = outcomes.filter((outcome) => outcome.done);
    if (!this.rewriting.rewrite({ file, path, content, text }, () => done.map((outcome) => `${tell(outcome)}\n`)))
      return;
    this.#files++;
    this.#converted += done.length;
    this.#followed += followed;
  }

  end(): number {
    const { mode, exit } = this.rewriting;
    const verb = mode === 'write' ? 'converted' : 'can be converted; nothing was changed';
    const left = this.#left === 0 ? '' : `, ${count(this.#left, 'resource')} left`;
    const followed = this.#followed === 0 ? '' : `, ${count(this.#followed, 'reference')} followed`;
    const summary = `${count(this.#converted, 'resource')} in ${count(this.#files, 'file')} ${verb}${followed}${left}`;
    if (mode === 'diff') this.#terminal.err(summary);
    else
      this.#terminal.out([
        `${summary}${mode === 'dry-run' && this.#converted > 0 ? ' (--write changes the files)' : ''}\n`,
      ]);
    return exit;
  }
}
