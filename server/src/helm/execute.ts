import type { Span } from '../text/span.ts';
import type { Capabilities } from './capabilities.ts';
import { type Assumptions, assume, type Condition } from './condition.ts';
import { clusterVersion, type Evaluation, evaluate } from './evaluate.ts';
import type { Choice, Output, OutputItem, Printed } from './output.ts';
import { Scope } from './scope.ts';
import type { BranchNode, CallNode, TemplateBody, TemplateNode } from './template/node.ts';
import { conditionOf, truthOf, unknown, type Value } from './value.ts';

/** A named template with the text that contains it. */
export interface Definition {
  readonly text: string;
  readonly body: TemplateBody;
}

/** The result of running a template. */
export interface Execution {
  /** The output of the file itself. */
  readonly output: Output;
  /** The output of each template defined in the file, called with an unknown argument. */
  readonly defined: readonly Output[];
  /** The result of each condition of the file that was run: `both` if it may be true and may be false. */
  readonly decisions: ReadonlyMap<BranchNode, boolean | 'both'>;
  /** Whether anything that was run reads the capabilities of the cluster. */
  readonly readsCluster: boolean;
  /** Whether the template exceeded the limits and was not run completely. */
  readonly exhausted: boolean;
}

/** The limits of executed nodes and of output: more than any chart needs, to bound the run time. */
const maxSteps = 100_000;
const maxPrinted = 4_000_000;
/** The maximum depth of template calls. */
const deepestCall = 60;

/**
 * Runs a chart template, as far as possible without values.
 *
 * @param definitions every named template of the chart.
 * @param capabilities undefined to find what holds for any cluster.
 */
export function execute(
  text: string,
  body: TemplateBody,
  definitions: ReadonlyMap<string, Definition>,
  capabilities: Capabilities | undefined,
): Execution {
  return new Executor(text, definitions, capabilities).run(body);
}

class Executor implements Evaluation {
  readonly capabilities: Capabilities | undefined;
  readonly #text: string;
  readonly #definitions: ReadonlyMap<string, Definition>;
  readonly #decisions = new Map<BranchNode, boolean | 'both'>();
  #steps = 0;
  #printed = 0;
  #calls = 0;
  #choices = 0;
  #readsCluster = false;
  /** The text of the nodes, and the action of the judged file that led there. */
  #source: string;
  #site: Span | undefined;
  #assumed: Assumptions = new Map();

  constructor(text: string, definitions: ReadonlyMap<string, Definition>, capabilities: Capabilities | undefined) {
    this.#text = text;
    this.#source = text;
    this.#definitions = definitions;
    this.capabilities = capabilities;
  }

  run(body: TemplateBody): Execution {
    const root: Value = { kind: 'root' };
    const output = this.#body(body, new Scope(root, root, undefined, true));
    const defined = definitionsIn(body).map((definition) =>
      this.#body(definition, new Scope(unknown, unknown, undefined, true)),
    );
    const [decisions, readsCluster, exhausted] = [this.#decisions, this.#readsCluster, this.#exhausted];
    return { output, defined, decisions, readsCluster, exhausted };
  }

  readCluster(): void {
    this.#readsCluster = true;
  }

  get #exhausted(): boolean {
    return this.#steps > maxSteps || this.#printed > maxPrinted;
  }

  include(name: string, dot: Value): Output | undefined {
    const definition = this.#definitions.get(name);
    if (definition === undefined || this.#calls >= deepestCall || this.#exhausted) return undefined;
    const source = this.#source;
    this.#calls++;
    this.#source = definition.text;
    const output = this.#body(definition.body, new Scope(dot, dot, undefined, true));
    this.#source = source;
    this.#calls--;
    return output;
  }

  #body({ nodes }: TemplateBody, scope: Scope): Output {
    const output: OutputItem[] = [];
    for (const node of nodes) {
      if (++this.#steps > maxSteps) break;
      for (const item of this.#node(node, scope)) output.push(item);
    }
    return output;
  }

  #node(node: TemplateNode, scope: Scope): Output {
    switch (node.kind) {
      case 'text':
        return [this.#print(node)];
      case 'action':
        return this.#at(node, () => {
          const value = evaluate(node.pipeline, scope, this);
          return node.pipeline.declares.length > 0 ? [] : outputOf(value);
        });
      case 'call':
        return this.#at(node, () => this.#call(node, scope));
      case 'branch':
        return this.#branch(node, scope);
      case 'define':
        return [];
      case 'jump':
        // The rest of the loop is conditional: it counts as unknown.
        return [hole(this.#site ?? node)];
    }
  }

  #print({ start, end }: Span): Printed {
    const text = this.#source.slice(start, end);
    this.#printed += text.length;
    const site = this.#site;
    return { kind: 'printed', text, at: site === undefined ? start : undefined, span: site ?? { start, end } };
  }

  /** Output through an action is placed at the action of the judged file. */
  #at(node: Span, print: () => Output): Output {
    const outer = this.#site;
    const site = outer ?? { start: node.start, end: node.end };
    this.#site = site;
    const output = print();
    this.#site = outer;
    for (const item of output) this.#printed += item.kind === 'printed' ? item.text.length : 1;
    return this.#exhausted ? [hole(site)] : output.map((item) => placed(item, site));
  }

  #call({ name, pipeline }: CallNode, scope: Scope): Output {
    const dot: Value = pipeline === undefined ? { kind: 'nil' } : evaluate(pipeline, scope, this);
    return this.include(name, dot) ?? [hole({ start: 0, end: 0 })];
  }

  #branch(node: BranchNode, outer: Scope): Output {
    const scope = outer.inner(outer.dot, true);
    const site = this.#site;
    this.#site ??= node.head;
    const value = evaluate(node.pipeline, scope, this);
    this.#site = site;
    if (node.keyword === 'range') return this.#loop(node, scope);
    const truth = truthOf(value, this.#assumed);
    this.#decide(node, truth);
    const dot = node.keyword === 'with' ? value : scope.dot;
    const taken = (certain: boolean) => this.#body(node.body, scope.inner(dot, certain));
    const other = (certain: boolean) =>
      node.otherwise === undefined ? [] : this.#body(node.otherwise, scope.inner(scope.dot, certain));
    if (truth !== undefined) return truth ? taken(true) : other(true);
    const condition = conditionOf(value);
    const branches = [
      this.#assuming(condition, true, () => taken(false)),
      this.#assuming(condition, false, () => other(false)),
    ];
    return [this.#choice(node, branches)];
  }

  #assuming(condition: Condition | undefined, truth: boolean, run: () => Output): Output {
    const outer = this.#assumed;
    if (condition !== undefined) this.#assumed = assume(condition, truth, outer);
    const output = run();
    this.#assumed = outer;
    return output;
  }

  #loop(node: BranchNode, scope: Scope): Output {
    // Assignments in one iteration affect the next.
    forgetAssigned(node.body, scope);
    const inner = scope.inner(unknown, false);
    for (const name of node.pipeline.declares) inner.declare(name, unknown);
    const body = this.#body(node.body, inner);
    const otherwise = node.otherwise === undefined ? [] : this.#body(node.otherwise, scope.inner(scope.dot, false));
    return [this.#choice(node, [body, otherwise])];
  }

  #choice(node: Span, branches: readonly Output[]): Choice {
    return { kind: 'choice', id: ++this.#choices, span: this.#site ?? { start: node.start, end: node.end }, branches };
  }

  #decide(node: BranchNode, truth: boolean | undefined): void {
    if (this.#source !== this.#text) return;
    const before = this.#decisions.get(node);
    this.#decisions.set(node, before === undefined || before === truth ? (truth ?? 'both') : 'both');
  }
}

function outputOf(value: Value): Output {
  switch (value.kind) {
    case 'text':
      return value.output;
    case 'number':
    case 'boolean':
      return [{ kind: 'printed', text: String(value.value), at: undefined, span: { start: 0, end: 0 } }];
    case 'kube-version':
      return outputOf(clusterVersion);
    default:
      return [hole({ start: 0, end: 0 })];
  }
}

function hole(span: Span): OutputItem {
  return {
    kind: 'hole',
    span: { start: span.start, end: span.end },
    indent: undefined,
    newline: false,
    version: false,
  };
}

function placed(item: OutputItem, span: Span): OutputItem {
  if (item.kind === 'choice') {
    return {
      ...item,
      span,
      branches: item.branches.map((branch) => branch.map((outputItem) => placed(outputItem, span))),
    };
  }
  return item.kind === 'printed' ? { ...item, at: undefined, span } : { ...item, span };
}

/** The templates that a file defines, nested ones included. */
export function definitionsIn(body: TemplateBody): readonly TemplateBody[] {
  return [...definedTemplates(body)].map(([, defined]) => defined);
}

/** The templates that a file defines with their names. */
export function* definedTemplates({ nodes }: TemplateBody): Generator<readonly [string, TemplateBody]> {
  for (const node of nodes) {
    if (node.kind === 'define') {
      yield [node.name, node.body];
      yield* definedTemplates(node.body);
    } else if (node.kind === 'branch') {
      yield* definedTemplates(node.body);
      if (node.otherwise !== undefined) yield* definedTemplates(node.otherwise);
    }
  }
}

function forgetAssigned({ nodes }: TemplateBody, scope: Scope): void {
  for (const node of nodes) {
    if (node.kind === 'action' && node.pipeline.assigns) {
      for (const name of node.pipeline.declares) scope.assign(name, unknown);
    } else if (node.kind === 'branch') {
      forgetAssigned(node.body, scope);
      if (node.otherwise !== undefined) forgetAssigned(node.otherwise, scope);
    }
  }
}
