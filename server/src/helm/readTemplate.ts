import type { ApiSurface } from '../catalog/surface.ts';
import type { SyntaxProblem } from '../manifest/manifest.ts';
import { commandsAt, type TemplateCommand } from '../targets/templateCommand.ts';
import type { Span } from '../text/span.ts';
import { decidedByAll, type UntakenBranch, untakenBranches } from './branches.ts';
import { type Capabilities, capabilitiesOf, capabilitiesOfTemplate } from './capabilities.ts';
import { type ChartTemplates, withFile } from './chart.ts';
import { type Execution, execute } from './execute.ts';
import { hasHole } from './layout.ts';
import type { Output, OutputItem } from './output.ts';
import { lexTemplate, type TemplateProblem } from './template/lex.ts';
import type { TemplateBody } from './template/node.ts';
import { parseTemplate } from './template/parse.ts';
import { undefinedIncludes } from './undefinedIncludes.ts';
import { unknownFunction } from './unknownFunction.ts';

/** A parsed template with its output for each target. */
export interface ReadTemplate {
  readonly body: TemplateBody;
  /** Its actions and comments, in order. */
  readonly actions: readonly Span[];
  /** The outputs, one per target; the same object if targets make no difference. */
  readonly outputs: readonly Output[];
  readonly untaken: readonly UntakenBranch[];
  /** Why it is not a template; its output is then unknown. */
  readonly problem: SyntaxProblem | undefined;
  /** Names of templates that it includes and nothing defines. */
  readonly undefinedNames: readonly TemplateProblem[];
  /** Whether it is too large to run, or contains our special characters. */
  readonly refused: boolean;
}

/** Reads a chart template. Never throws, in bounded time regardless of what the template calls. */
export function readTemplate(text: string, chart: ChartTemplates, surfaces: readonly ApiSurface[]): ReadTemplate {
  const { body, problem: misread } = parseTemplate(text);
  const { pieces } = lexTemplate(text);
  const problem = misread ?? unknownFunction(pieces);
  const actions = pieces.filter(({ kind }) => kind !== 'text');
  if (problem !== undefined || hasHole(text)) {
    const refused = problem === undefined;
    const syntaxProblem = problem && asSyntaxProblem(problem);
    return { body, actions, outputs: [], untaken: [], undefinedNames: [], problem: syntaxProblem, refused };
  }
  const definitions = withFile(chart, text);
  const runs = surfaces.map((surface) => {
    const [likeliest, ...others] = possibleCapabilities(surface, chart);
    const run = execute(text, body, definitions, likeliest);
    const ways = run.readsCluster ? others.map((other) => execute(text, body, definitions, other)) : [];
    return { ...run, decisions: decidedByAll([run, ...ways].map(({ decisions }) => decisions)) };
  });
  const anyhow = execute(text, body, definitions, undefined);
  const outputs: Output[] = [];
  for (const run of runs) {
    const all = outputOf(run);
    outputs.push(outputs.find((other) => JSON.stringify(other) === JSON.stringify(all)) ?? all);
  }
  const decisions = runs.map((run) => run.decisions);
  const untaken = untakenBranches(text, body, decisions, anyhow.decisions);
  const undefinedNames = undefinedIncludes(pieces, new Set(definitions.keys()));
  const refused = runs.some(({ exhausted }) => exhausted);
  return { body, actions, outputs, untaken, undefinedNames, problem: undefined, refused };
}

/** The capabilities that the installers of the chart may show a template, the likeliest first. */
export function possibleCapabilities(
  surface: ApiSurface,
  { installers }: ChartTemplates,
): readonly [Capabilities, ...Capabilities[]] {
  const [first, ...others] = commandsAt(installers, surface.name);
  const seenBy = (command: TemplateCommand | undefined): readonly [Capabilities, ...Capabilities[]] =>
    command === undefined ? capabilitiesOf(surface) : [capabilitiesOfTemplate(surface, command)];
  const [likeliest, ...more] = seenBy(first);
  return [likeliest, ...more, ...others.flatMap(seenBy)];
}

function asSyntaxProblem({ message, start, end }: Span & { readonly message: string }): SyntaxProblem {
  return { message, remedy: 'Fix the template.', span: { start, end } };
}

/** The output of a template. Library charts define whole resources: each counts as a document. */
export function outputOf({ output, defined }: Pick<Execution, 'output' | 'defined'>): Output {
  const resources = defined.filter(isResource);
  if (resources.length === 0) return output;
  const span = { start: 0, end: 0 };
  const separator: OutputItem = { kind: 'printed', text: '\n---\n', at: undefined, span };
  return [...output, ...resources.flatMap((resource): Output => [separator, ...resource])];
}

function isResource(output: Output): boolean {
  const text = output.map((item) => (item.kind === 'printed' && item.at !== undefined ? item.text : '\n')).join('');
  return /^apiVersion:/m.test(text) && /^kind:/m.test(text);
}
