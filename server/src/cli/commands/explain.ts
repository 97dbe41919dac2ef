import { checkCodes } from '../../checks/checkCodes.ts';
import { textTable } from '../../report/textTable.ts';
import { findingPagePath } from '../../targets/sitePages.ts';
import { nearest } from '../../text/nearest.ts';
import { explanationOf } from '../../workspace/shipped/explanations.ts';
import { siteAddress } from '../../workspace/shipped/siteAddress.ts';
import { type Command, exitCode } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';

/** The topics of `explain` besides codes. */
const topics: ReadonlySet<string> = new Set(['admission']);

/** `explain`: a check's documentation, or all codes. */
export const explain: Command = {
  operands: '[CODE]',
  flags: [],
  notes: 'Without a code it lists all codes. `explain admission` says which parts of admission are checked.',
  run({ positionals }, terminal) {
    const [code, ...others] = positionals;
    if (others.length > 0) throw new UsageError('explain takes one code', 'run it once for each');
    if (code === undefined) {
      const rows = [...checkCodes.values()].map((checkCode) => [
        checkCode.code,
        checkCode.consequences.join(', '),
        checkCode.title,
      ]);
      terminal.out([textTable(['code', 'consequence', 'what was found'], rows, terminal.style)]);
      return exitCode.fine;
    }
    const explanation = explanationOf(code);
    if (explanation !== undefined && (checkCodes.has(code) || topics.has(code))) {
      const site = checkCodes.has(code) ? siteAddress() : undefined;
      const link = site === undefined ? [] : [`\nOn the web: ${site}/${findingPagePath(code)}\n`];
      terminal.out([explanation.endsWith('\n') ? explanation : `${explanation}\n`, ...link]);
      return exitCode.fine;
    }
    const close = nearest(code, checkCodes.keys(), 1)[0];
    const remedy = close === undefined ? 'kubecompat explain lists all codes' : `did you mean ${close}?`;
    throw new UsageError(`there is no check code "${code}"`, remedy);
  },
};
