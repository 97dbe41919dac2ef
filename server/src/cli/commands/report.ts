import { csv } from '../../report/csv.ts';
import { html } from '../../report/html.ts';
import { json } from '../../report/json.ts';
import { jsonl } from '../../report/jsonl.ts';
import { matrix } from '../../report/matrix.ts';
import { matrixMarkdown } from '../../report/matrixMarkdown.ts';
import type { Command } from '../command.ts';
import { outputFlags } from '../output/output.ts';
import { judgeAndWrite, judgingFlags } from '../runs/judging.ts';
import { cacheFlag } from '../runs/remembered.ts';
import { watchFlag } from '../runs/watching.ts';

const formats = [matrix, json, jsonl, matrixMarkdown, csv, html];

/** `report`: the matrix of resources by targets. */
export const report: Command = {
  operands: 'PATHS...',
  flags: [...outputFlags(formats), ...judgingFlags, cacheFlag, watchFlag],
  run: (parsed, terminal) => judgeAndWrite(parsed, terminal, formats),
};
