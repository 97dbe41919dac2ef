import { formatMinor } from '../../targets/version.ts';
import { readCatalog } from '../../workspace/shipped/catalogFile.ts';
import type { JsonObject } from '../job.ts';
import { runCommand } from './commandLine.ts';
import type { ToolFileAccess } from './toolFileAccess.ts';

/** The parts of `kubecompat targets --format json` that are handed on. */
interface TargetsJson {
  readonly targets: readonly TargetInForce[];
  readonly found?: readonly FoundTarget[];
}

interface TargetInForce {
  readonly name: string;
  readonly binary: string;
  readonly emulation: string;
  readonly minCompatibility: string;
  readonly source: string;
  readonly gates: readonly { readonly name: string; readonly enabled: boolean; readonly default: boolean }[];
}

interface FoundTarget {
  readonly expression: string;
  readonly file: string;
  readonly line: number;
  readonly format: string;
  readonly binary: string | null;
  readonly emulation: string | null;
  readonly problems: readonly string[];
}

/** The limit of described clusters; clients can read the files for more. */
const maxFound = 100;

/** The targets of the first root, the clusters described in its files, and the known minors. */
export async function targets(ground: ToolFileAccess): Promise<JsonObject> {
  const { oldest, newest } = readCatalog();
  const known = { oldest: formatMinor(oldest), newest: formatMinor(newest) };
  const { out, problems } = await runCommand(ground, 'targets', ['--format=json']);
  const { targets: inForce, found = [] }: TargetsJson = JSON.parse(out);
  return {
    known,
    targets: inForce.map(({ name, binary, emulation, minCompatibility, source, gates }) => ({
      ...{ name, binary, emulation, minCompatibility, source },
      changedGates: gates
        .filter((gate) => gate.enabled !== gate.default)
        .map((gate) => ({ name: gate.name, enabled: gate.enabled })),
    })),
    described: found
      .slice(0, maxFound)
      .map(({ expression, file, line, format, binary, emulation, problems: wrong }) => ({
        ...{ expression, file, line, format, binary, emulation },
        problems: wrong,
      })),
    describedInAll: found.length,
    problems,
  };
}
