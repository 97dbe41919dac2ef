import { checkCodes } from '../../checks/checkCodes.ts';
import type { JsonObject } from '../job.ts';
import type { Input } from '../protocol/inputs.ts';
import { runWords } from './commandLine.ts';
import type { ToolFileAccess } from './toolFileAccess.ts';

/** The documentation of a code, or all codes. */
export async function explain({ code }: Input<'explain'>, ground: ToolFileAccess): Promise<JsonObject> {
  if (code !== undefined) return { code, page: (await runWords(ground, 'explain', [], [code])).out };
  const codes = [...checkCodes.values()].map(({ code: name, title, consequences }) => ({
    code: name,
    title,
    consequences,
  }));
  return { codes };
}
