import type { ConversionOutcome, ConvertedText } from '../../conversion/outcome.ts';
import { type ConversionRequest, convertText, describeOutcome } from '../../convertText.ts';
import type { Fix } from '../../finding.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { grouped } from '../../text/grouped.ts';
import { LineIndex } from '../../text/lineIndex.ts';
import { lostSelections } from '../../workspace/kustomize/lostSelections.ts';
import { type Command, exitCode } from '../command.ts';
import { isOn, lastValue, type ParsedArguments, pathsFor, UsageError, valuesOf } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { todayFlag, todayOf } from '../flags/todayFlag.ts';
import type { Terminal } from '../output/terminal.ts';
import { requestedVersion, requireKnown } from '../rewriting/requestedVersion.ts';
import { Rewriting, rewriteFlags, rewriteMode } from '../rewriting/rewriting.ts';
import { rewriteInput, stdinFilenameFlag } from '../rewriting/rewritingInput.ts';
import { type FileOfRun, FilesOfRun } from '../runs/filesOfRun.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';
import { notePreviews } from '../runs/notePreviews.ts';

/** `convert`: converts resources to another API version; without `--write` it only shows the changes. */
export const convert: Command = {
  operands: 'PATHS...',
  notes:
    'The converted manifest means the same: defaults that differ in the new version are written out; comments, order and layout stay. What the new version cannot express is reported, and not converted unless accepted.',
  flags: [
    { name: 'to', value: 'GROUP/VERSION', help: 'the version to convert to, newer or older' },
    {
      name: 'to-target',
      value: 'TARGET',
      help: 'convert each resource to the best version that this target serves; may be repeated for a version that all targets serve',
    },
    ...rewriteFlags,
    {
      name: 'accept-forced',
      help: 'also convert where the new version refuses a value, and use the nearest valid value',
    },
    { name: 'accept-lossy', help: 'also convert where the new version cannot express something, and lose it' },
    {
      name: 'defaults',
      value: 'keep',
      choices: ['keep', 'take'],
      help: 'keep the meaning of unset fields (default), or use the defaults of the new version',
    },
    ...targetFlags,
    todayFlag,
    stdinFilenameFlag,
  ],
  run(parsed, terminal) {
    const mode = rewriteMode(parsed);
    const request = requestOf(parsed);
    const paths = pathsFor('convert', parsed);
    const selection = selectTargets(asTargets(parsed), terminal, paths);
    if (reportSettingProblems(selection.problems, terminal)) return exitCode.usage;
    const today = todayOf(parsed);
    if (paths.includes('-')) {
      return rewriteInput(parsed, terminal, selection, today, (before, inputs) => {
        notePreviews(selection.targets, terminal);
        if (request.to !== undefined) requireKnown(request.to, inputs.surfaces);
        const { text, outcomes, left } = convertText(before, inputs, request);
        const describe = tellerOf(inputs.file, before);
        const failed = outcomes.some((outcome) => outcome.failed);
        const messages = [...outcomes.map(describe), ...leftLines(left)];
        return { text, messages, exit: failed ? exitCode.findings : exitCode.fine };
      });
    }
    const run = new ConvertRun(new Rewriting(mode, terminal), terminal);
    const all = new FilesOfRun({ paths, selection, today }, terminal);
    const files = [...all.each((...problem) => run.rewriting.problem(...problem))];
    // Without files, neither definitions nor rules are known.
    if (request.to !== undefined && files.length > 0) {
      const surfaces = files.flatMap(({ inputs }) => inputs.surfaces);
      requireKnown(request.to, [...new Set(surfaces)]);
    }
    // Selections by version can only follow if all conversions are known.
    const movedTo = files.flatMap(({ content, inputs }) => {
      const { outcomes } = convertText(content.text, inputs, { ...request, movedTo: [], follow: false });
      return outcomes.flatMap(({ done, to }) => (done && to !== undefined ? [to] : []));
    });
    const converted = files.map((file) => ({
      file,
      to: convertText(file.content.text, file.inputs, { ...request, movedTo }),
    }));
    const changed = converted.flatMap(({ file: { path, content }, to: { text } }) =>
      text === content.text ? [] : [[path, text] as const],
    );
    const lost = lostSelections(all.workspace.kustomizations, new Map(changed));
    for (const { file, to } of converted) run.file(file, keptAsItIs(file, to, lost.get(file.path)));
    reportSettingProblems(selection.problems, terminal);
    notePreviews(selection.targets, terminal);
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
  return { to: to === undefined ? undefined : requestedVersion(to), defaults, accepts };
}

/** `--to-target` sets the targets, like `--target` of other commands. */
function asTargets(parsed: ParsedArguments): ParsedArguments {
  const targets = valuesOf(parsed, 'to-target');
  if (targets.length === 0) return parsed;
  if (valuesOf(parsed, 'target').length > 0) {
    throw new UsageError('--to-target and --target exclude each other', 'name the targets with --to-target');
  }
  return { ...parsed, flags: [...parsed.flags, ...targets.map((value) => ({ name: 'target', value }))] };
}

/** A line about the conversion of a resource. */
function tellerOf(file: string, text: string): (outcome: ConversionOutcome) => string {
  const lines = new LineIndex(text);
  return (outcome) => {
    const line = lines.position(outcome.resource.apiVersionSpan.start).line + 1;
    const notes = outcome.notes.length === 0 ? '' : ` (${outcome.notes.join('; ')})`;
    return printable(`${file}:${line} ${describeOutcome(outcome)}${notes}`);
  };
}

/** A conversion, unless a kustomization would no longer select a resource. @param by the kustomization. */
function keptAsItIs({ content }: FileOfRun, converted: ConvertedText, by: string | undefined): ConvertedText {
  if (by === undefined) return converted;
  const notes = [`not converted: ${by} selects by the old version; convert both`];
  const outcomes = converted.outcomes.map((outcome) => ({ ...outcome, done: false, failed: true, notes }));
  return { ...converted, text: content.text, outcomes, followed: 0 };
}

/** Lines about the resources that rightly stay as they are, a line for each reason. */
function leftLines(reasons: readonly string[]): readonly string[] {
  const byReason = grouped(reasons.map((reason) => [reason, reason]));
  return [...byReason].map(([reason, all]) => `not converted  ${count(all.length, 'resource')}: ${reason}`);
}

class ConvertRun {
  readonly rewriting: Rewriting;
  readonly #terminal: Terminal;
  #files = 0;
  #converted = 0;
  #left = 0;
  #followed = 0;
  /** The reasons of the resources that rightly stay as they are. */
  readonly #stays: string[] = [];

  constructor(rewriting: Rewriting, terminal: Terminal) {
    this.rewriting = rewriting;
    this.#terminal = terminal;
  }

  file({ file, path, content }: FileOfRun, { text, outcomes, left, followed }: ConvertedText): void {
    const describe = tellerOf(file, content.text);
    const failed = outcomes.filter((outcome) => outcome.failed);
    for (const outcome of failed) this.#terminal.err(describe(outcome));
    if (failed.length > 0) this.rewriting.fail(exitCode.findings);
    this.#left += failed.length;
    this.#stays.push(...left);
    if (text === content.text) return;
    const done = outcomes.filter((outcome) => outcome.done);
    if (!this.rewriting.rewrite({ file, path, content, text }, () => done.map((outcome) => `${describe(outcome)}\n`)))
      return;
    this.#files++;
    this.#converted += done.length;
    this.#followed += followed;
  }

  end(): number {
    const { mode, exit } = this.rewriting;
    const verb = mode === 'write' ? 'converted' : 'can be converted';
    const unchanged = mode === 'write' ? '' : '; nothing was changed';
    const left =
      this.#left === 0 ? '' : `, ${count(this.#left, 'resource')} ${this.#left === 1 ? 'needs' : 'need'} attention`;
    const followed = this.#followed === 0 ? '' : ` and ${count(this.#followed, 'reference')}`;
    const summary = `${count(this.#converted, 'resource')}${followed} in ${count(this.#files, 'file')} ${verb}${left}${unchanged}`;
    this.rewriting.end(summary, this.#converted, leftLines(this.#stays));
    return exit;
  }
}
