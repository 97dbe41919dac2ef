/** A named part of a scenario: an input file, or one part of what a command answered. */
export interface Section {
  readonly name: string;
  /** Whole lines; empty, or with a newline at its end. */
  readonly body: string;
}

/** A command and what must come of it. */
export interface Step {
  readonly command: string;
  readonly results: readonly Section[];
}

/** What a user types in a folder with some files, and what must come of it. */
export interface Scenario {
  readonly title: string;
  /** Besides those that the whole file shares. */
  readonly files: readonly Section[];
  readonly steps: readonly Step[];
}

/** A file of scenarios. */
export interface ScenarioFile {
  /** Before the first section: what the scenarios are about. */
  readonly comment: string;
  /** Files that every scenario has. */
  readonly files: readonly Section[];
  readonly scenarios: readonly Scenario[];
}

const title = /^=== (.*)$/;
const section = /^-- (.*) --$/;
const command = /^\$ (.*)$/;

/** Reads a file of scenarios; FORMAT.md describes it. Throws where a part is out of place. */
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
  // The blank line that sets scenarios apart is no part of the last section.
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
