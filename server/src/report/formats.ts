import type { ReportFormat } from './format.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { text } from './text.ts';

/** Every format of `--format` and `--output`, one line each. */
export const formats: readonly ReportFormat[] = [text, json, jsonl];
