import type { ApiSurface } from '../../catalog/surface.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { reportTarget } from '../../report/buildReport.ts';
import { describeTarget } from '../../report/describeTarget.ts';
import type { Style } from '../../report/style.ts';
import { UsageError } from '../arguments.ts';
import { type Command, exitCode } from '../command.ts';
import { selectTargets, tellSettingProblems } from '../judging.ts';
import { jsonOrText, wantsJson } from '../output.ts';
import { targetFlags } from '../targetFlags.ts';
import { textTable } from '../textTable.ts';

/** `targets`: the targets in force in the working folder, with their versions and feature gates. */
export const targets: Command = {
  operands: '',
  flags: [jsonOrText, ...targetFlags],
  run(parsed, terminal) {
    if (parsed.positionals.length > 0) throw new UsageError('targets takes no paths', 'name a target with --target');
    const selection = selectTargets(parsed, terminal, []);
    const wanted = new Set(selection.all());
    tellSettingProblems(selection.problems, terminal);
    const reported = selection.targets.filter(({ surface }) => wanted.has(surface));
    if (reported.length > 0 || selection.problems.length === 0) {
      terminal.out([wantsJson(parsed) ? asJson(reported) : asText(reported, terminal.style)]);
    }
    return selection.problems.length === 0 ? exitCode.fine : exitCode.usage;
  },
};

function asJson(reported: readonly ReportedSurface[]): string {
  return `${JSON.stringify({ targets: reported.map(describe) }, undefined, 1)}\n`;
}

function describe(reported: ReportedSurface) {
  const { surface } = reported;
  const gates = [...surface.gates.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    ...reportTarget(reported),
    version: versionFields(surface),
    gates: gates.map(({ name, stage, enabled, default: byDefault, locked }) => ({
      name,
      stage,
      enabled,
      default: byDefault,
      locked,
    })),
    warnings: surface.warnings,
  };
}

/** The fields of the server's `/version` that a target decides (`k8s.io/apimachinery/pkg/version.Info`). */
function versionFields({ versions }: ApiSurface) {
  const minor = (value: number) => String(value);
  return {
    major: '1',
    minor: minor(versions.binary),
    emulationMajor: '1',
    emulationMinor: minor(versions.emulation),
    minCompatibilityMajor: '1',
    minCompatibilityMinor: minor(versions.minCompatibility),
  };
}

function asText(reported: readonly ReportedSurface[], style: Style): string {
  const rows = reported.map((one) => {
    const { name, binary, emulation, minCompatibility, source } = reportTarget(one);
    return [name, binary, emulation, minCompatibility, source];
  });
  const table = textTable(['target', 'binary', 'emulation', 'min compatibility', 'from'], rows, style);
  const details = reported.map((one) => targetDetails(one, style));
  return [table, ...details].join('\n');
}

/** What differs from a server without flags: whoever looks at a target wants to see that, not 300 gates. */
function targetDetails(reported: ReportedSurface, style: Style): string {
  const { surface } = reported;
  const changed = [...surface.gates.values()].filter((gate) => gate.enabled !== gate.default);
  const lines = [
    style('strong', describeTarget(reportTarget(reported))),
    `  serves ${surface.resources.length} resources and knows ${surface.gates.size} feature gates`,
    ...changed.map(({ name, enabled, stage }) => `  ${name} (${stage}) is turned ${enabled ? 'on' : 'off'}`),
    ...surface.warnings.map((warning) => `  ${style('warning', 'warning')} ${warning}`),
    '',
  ];
  return lines.join('\n');
}
