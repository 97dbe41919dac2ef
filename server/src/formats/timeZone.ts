import zones from '../../data/authored/time-zones.json' with { type: 'json' };

const names: ReadonlySet<string> = new Set(
  Object.entries(zones.names).flatMap(([directory, files]) =>
    files.map((file) => (directory === '' ? file : `${directory}/${file}`)),
  ),
);
const machineNames: readonly string[] = zones.machineOnly.names;
const machineDirectories: readonly string[] = zones.machineOnly.directories;

/**
 * Why a text is not a valid time zone of a CronJob; undefined if it is, or may be on the server's machine. Names are
 * file names, so case matters. Source: `validateTimeZone` in `pkg/apis/batch/validation/validation.go`, which loads the
 * zone with Go's `time.LoadLocation`.
 */
export function timeZoneProblem(text: string): string | undefined {
  if (text === '') return 'timeZone must be nil or non-empty string';
  if (text.toLowerCase() === 'local')
    return 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  const isKnown = names.has(text) || machineNames.includes(text) || isOfMachine(text);
  return isKnown ? undefined : `unknown time zone ${text}`;
}

function isOfMachine(text: string): boolean {
  const slash = text.indexOf('/');
  return machineDirectories.includes(text.slice(0, slash)) && names.has(text.slice(slash + 1));
}
