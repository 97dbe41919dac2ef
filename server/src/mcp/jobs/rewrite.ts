import type { JsonObject } from '../job.ts';
import type { Input } from '../protocol/inputs.ts';
import { repeated, runOn } from './commandLine.ts';
import { Refusal } from './refusal.ts';
import type { CommandRun, ToolFileAccess } from './toolFileAccess.ts';

/** A text after its fixes, or the changes of fixes to files. Nothing is written. */
export async function fix(input: Input<'fix'>, ground: ToolFileAccess): Promise<JsonObject> {
  const flags = [
    ...repeated('target', input.targets),
    ...repeated('only', input.codes),
    ...(input.accept?.includes('forced') === true ? ['--accept-forced'] : []),
  ];
  return rewritten(input.text, (modes) => runOn(ground, 'fix', input, [...modes, ...flags]));
}

/** A text in another API version, or the changes to files. Nothing is written. */
export async function convert(input: Input<'convert'>, ground: ToolFileAccess): Promise<JsonObject> {
  const { to, targets, accept = [], defaults } = input;
  if ((to === undefined) === (targets === undefined)) {
    throw new Refusal('pass either to or targets', 'to: an API version; targets: what the objects are for');
  }
  const flags = [
    ...repeated('to', to === undefined ? undefined : [to]),
    ...repeated('to-target', targets),
    ...accept.map((kind) => `--accept-${kind}`),
    ...(defaults === undefined ? [] : [`--defaults=${defaults}`]),
  ];
  return rewritten(input.text, (modes) => runOn(ground, 'convert', input, [...modes, ...flags]));
}

async function rewritten(
  text: string | undefined,
  run: (modes: readonly string[]) => Promise<CommandRun>,
): Promise<JsonObject> {
  const { exit, out, notes, problems } = await run(text === undefined ? ['--diff'] : []);
  const result = text === undefined ? { diff: out, changed: out !== '' } : { text: out, changed: out !== text };
  return { ...result, complete: exit === 0, notes, problems };
}
