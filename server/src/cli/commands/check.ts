import { formats } from '../../report/formats.ts';
import type { Command } from '../command.ts';
import { isOn, UsageError } from '../flags/arguments.ts';
import { updateFlags, updateNotes } from '../flags/updateFlags.ts';
import { outputFlags } from '../output/output.ts';
import { admittedFlags, showAdmitted } from '../runs/admittedRun.ts';
import { cacheFlag } from '../runs/cachedRun.ts';
import { judgeAndWrite, judgingFlags } from '../runs/judging.ts';
import { watchFlag } from '../runs/watching.ts';

/** `check`: judges manifests and prints the findings. */
export const check: Command = {
  operands: 'PATHS...',
  flags: [...outputFlags(formats), ...judgingFlags, cacheFlag, watchFlag, ...updateFlags, ...admittedFlags],
  notes: [
    'exit: 0 no findings at or above --fail-on, 1 findings, 2 wrong usage, configuration or target,',
    '      3 a manifest could not be checked',
    '',
    ...updateNotes,
  ].join('\n'),
  run(parsed, terminal) {
    if (isOn(parsed, 'as-admitted')) return showAdmitted(parsed, terminal);
    if (isOn(parsed, 'diff'))
      throw new UsageError('--diff needs --as-admitted', 'add --as-admitted, or use fix --diff');
    return judgeAndWrite(parsed, terminal, formats);
  },
};
