import { type Command, exitCode } from '../command.ts';
import { compareFiles } from '../crd/crdCompare.ts';
import { showConversions } from '../crd/crdConversions.ts';
import { judgeReviews } from '../crd/crdReviews.ts';
import { lastValue, type ParsedArguments, UsageError } from '../flags/arguments.ts';
import { targetFlags } from '../flags/targetFlags.ts';
import { reportSettingProblems, selectTargets } from '../runs/judging.ts';

/** `crd`: what CRD changes break, and how their versions convert, by rules and webhooks. */
export const crd: Command = {
  operands: 'diff BEFORE AFTER | conversions [FILES|GROUPS|KINDS...] | reviews FILES...',
  flags: [
    ...targetFlags,
    {
      name: 'fail-on',
      value: 'SEVERITY',
      choices: ['error', 'warning', 'information', 'hint', 'never'],
      help: 'exit 1 from this severity on: error (default), warning, information, hint, never',
    },
    {
      name: 'format',
      value: 'FORMAT',
      choices: ['text', 'json', 'markdown'],
      help: 'text (default), json (of crd diff), markdown (of crd conversions)',
    },
  ],
  notes: [
    'crd diff: BEFORE and AFTER are files or folders; git:REF means the files of the other side as they',
    'were then, and live:TARGET the same definitions as a live cluster last had them:',
    '      kubecompat crd diff git:HEAD config/crd',
    '      kubecompat crd diff live:staging config/crd',
    '',
    'Definitions are matched by group and kind. The target matters for one thing only: whether its server accepts',
    'unchanged invalid values on updates. Set severities by code in .kubecompat.yaml, under severity: or,',
    'for some paths, under files:.',
    '',
    'crd conversions: the conversion rules of custom resources as tables, and what they lose, found',
    'with objects generated from the schemas of the definitions. Rule files follow',
    'schemas/conversions.schema.json and are named under conversions: in .kubecompat.yaml. Exits 1 if something',
    'changes silently.',
    '',
    'crd reviews: checks recorded ConversionReviews of a conversion webhook (request and response in one object,',
    'or in two with one uid): whether a server accepts the responses, and whether objects that two samples convert',
    'there and back are unchanged. No webhook is called.',
  ].join('\n'),
  run(parsed, terminal) {
    const [verb, ...operands] = parsed.positionals;
    if (verb !== 'diff' && verb !== 'conversions' && verb !== 'reviews') {
      throw new UsageError(
        verb === undefined ? 'crd needs a subcommand' : `crd has no subcommand "${verb}"`,
        'write: kubecompat crd diff BEFORE AFTER, kubecompat crd conversions, or kubecompat crd reviews',
      );
    }
    const format = formatOf(parsed, verb);
    const selection = selectTargets(parsed, terminal, []);
    const settings = selection.forFolder();
    if (reportSettingProblems(selection.problems, terminal) || settings === undefined) return exitCode.usage;
    if (verb === 'reviews') return judgeReviews(operands, terminal);
    if (verb === 'diff') return compareFiles(operands, parsed, selection, terminal);
    return showConversions(operands, settings, format === 'markdown' ? 'markdown' : 'text', terminal);
  },
};

const formats = { diff: ['text', 'json'], conversions: ['text', 'markdown'], reviews: ['text'] } as const;

function formatOf(parsed: ParsedArguments, verb: keyof typeof formats): string {
  const format = lastValue(parsed, 'format') ?? 'text';
  const allowed: readonly string[] = formats[verb];
  if (allowed.includes(format)) return format;
  throw new UsageError(`crd ${verb} has no format ${format}`, `its formats are ${allowed.join(', ')}`);
}
