/** A named part of a scenario: an input file, or a part of the answer to a command. */
export interface Section {
  readonly name: string;
  /** Whole lines: empty, or ending in a newline. */
  readonly body: string;
}

/** A command with the expected results. */
export interface Step {
  readonly command: string;
  readonly results: readonly Section[];
}

/** Commands of a user in a folder with files, and the expected results. */
export interface Scenario {
  readonly title: string;
  /** Besides those of the whole file. */
  readonly files: readonly Section[];
  readonly steps: readonly Step[];
}

/** A file of scenarios. */
export interface ScenarioFile {
  /** The text before the first section: the subject of the scenarios. */
  readonly comment: string;
  /** Files that every scenario has. */
  readonly files: readonly Section[];
  readonly scenarios: readonly Scenario[];
}

const title = /^=== (.*)$/;
const section = /^-- (.*) --$/;
const command = /^\$ (.*)$/;

/** Reads a file of scenarios; FORMAT.md describes it. Throws if a part is misplaced. */
export function parseScenarios(text: string): ScenarioFile {
  const [head = '', ...bodies] = text.split(/^(?==== )/m);
  const { files, steps, comment } = parts(head);
  if (steps.length > 0) throw new Error('a command needs a scenario: write === TITLE above it');
  return { comment, files, scenarios: bodies.map(scenarioIn) };
}

function scenarioIn(text: string): Scenario {
  const [first = '', ...rest] = text.split('\n');
  const { files, steps, comment } = parts(rest.join('\n'));
  const name = title.exec(first)?.[1] ?? '';
  if (comment.trim() !== '') throw new Error(`"${name}" has text before its first section: ${comment.trim()}`);
  if (steps.length === 0) throw new Error(`"${name}" has no command: write $ COMMAND`);
  return { title: name, files, steps };
}

function parts(text: string): { files: readonly Section[]; steps: readonly Step[]; comment: string } {
  const files: Section[] = [];
  const steps: { command: string; results: Section[] }[] = [];
  let comment = '';
  // The blank line between scenarios does not belong to the last section.
  const lines = text.replace(/\n\n$/, '\n').replace(/\n$/, '').split('\n');
  let body: string[] = [];
  let take: (body: string) => void = (read) => {
    comment = read;
  };
  const finish = () => take(body.map((line) => `${line}\n`).join(''));
  for (const line of text === '' ? [] : lines) {
    const typed = command.exec(line)?.[1];
    const name = section.exec(line)?.[1];
    if (typed === undefined && name === undefined) {
      body.push(line);
      continue;
    }
    finish();
    body = [];
    if (typed !== undefined) {
      steps.push({ command: typed, results: [] });
      take = (read) => {
        if (read.trim() !== '') throw new Error(`text follows $ ${typed}: put it into a section`);
      };
    } else if (name !== undefined) {
      const into = steps.at(-1)?.results ?? files;
      take = (read) => into.push({ name, body: read });
    }
  }
  finish();
  return { files, steps, comment };
}

/** Writes a file of scenarios, in the form that {@link parseScenarios} reads. */
export function printScenarios({ comment, files, scenarios }: ScenarioFile): string {
  const sections = (all: readonly Section[]) => all.map(({ name, body }) => `-- ${name} --\n${body}`).join('');
  const steps = (all: readonly Step[]) => all.map((step) => `$ ${step.command}\n${sections(step.results)}`).join('');
  const head = comment + sections(files);
  const bodies = scenarios.map(
    (scenario) => `=== ${scenario.title}\n${sections(scenario.files)}${steps(scenario.steps)}`,
  );
  return [...(head === '' ? [] : [head]), ...bodies].join('\n');
}
