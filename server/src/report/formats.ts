import { csv } from './csv.ts';
import type { ReportFormat } from './format.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';
import { sarif } from './sarif.ts';
import { table } from './table.ts';
import { text } from './text.ts';

/** Every format of `--format` and `--output`. */
export const formats: readonly ReportFormat[] = [
  text,
  table,
  json,
  jsonl,
  sarif,
  junit,
  github,
  gitlab,
  markdown,
  csv,
  html,
];
