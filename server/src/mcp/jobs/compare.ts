import type { JsonObject } from '../job.ts';
import type { Input } from '../protocol/inputs.ts';
import { runCommand } from './commandLine.ts';
import type { ToolFileAccess } from './toolFileAccess.ts';

/** The parts of a comparison that are handed on. */
interface Compared {
  readonly differences: readonly JsonObject[];
  readonly summary: { readonly resources: number; readonly different: number };
}

/** The differences of files between two targets (`schemas/diff.schema.json`). */
export async function diff(input: Input<'diff'>, ground: ToolFileAccess): Promise<JsonObject> {
  const flags = [`--from=${input.from}`, `--to=${input.to}`, '--format=json'];
  const { out, problems } = await runCommand(ground, 'diff', flags, input.paths);
  const { summary, differences }: Compared = JSON.parse(out);
  return { ...summary, differences: differences.slice(0, input.limit), problems };
}

/** The upgrade from one target to another like `kubecompat plan`, in Markdown for reading. */
export async function plan(input: Input<'plan'>, ground: ToolFileAccess): Promise<JsonObject> {
  const flags = [`--from=${input.from}`, `--to=${input.to}`, '--format=markdown'];
  const { out, problems } = await runCommand(ground, 'plan', flags, input.paths);
  return { plan: out, problems };
}
