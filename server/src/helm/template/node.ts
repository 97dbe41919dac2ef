import type { Span } from '../../text/span.ts';

/** A Go template as a tree. Every span counts in the template's text, delimiters `{{ }}` included. */
export type TemplateNode = TextNode | ActionNode | BranchNode | CallNode | DefineNode | JumpNode;

/** Printed text, after trimming. */
export interface TextNode extends Span {
  readonly kind: 'text';
}

/** `{{ pipeline }}`: prints a value or, with a declaration, sets a variable. */
export interface ActionNode extends Span {
  readonly kind: 'action';
  readonly pipeline: Pipeline;
}

/** `{{ if }}`, `{{ with }}` or `{{ range }}` with its `{{ end }}`. `{{ else if }}` is a branch node in `otherwise`. */
export interface BranchNode extends Span {
  readonly kind: 'branch';
  readonly keyword: 'if' | 'with' | 'range';
  /** The action with the condition. */
  readonly head: Span;
  readonly pipeline: Pipeline;
  readonly body: TemplateBody;
  readonly otherwise: TemplateBody | undefined;
}

/** `{{ template "name" pipeline }}` and `{{ block "name" pipeline }}`, which defines the template that it calls. */
export interface CallNode extends Span {
  readonly kind: 'call';
  readonly name: string;
  readonly pipeline: Pipeline | undefined;
}

/** `{{ define "name" }}` with its `{{ end }}`, or the definition in a block. Prints nothing. */
export interface DefineNode extends Span {
  readonly kind: 'define';
  readonly name: string;
  readonly body: TemplateBody;
}

/** `{{ break }}` or `{{ continue }}`. */
export interface JumpNode extends Span {
  readonly kind: 'jump';
}

/** The nodes between two control actions. The span runs from the end of one to the start of the other. */
export interface TemplateBody extends Span {
  readonly nodes: readonly TemplateNode[];
}

/** `$a, $b := command | command`. */
export interface Pipeline extends Span {
  readonly declares: readonly string[];
  /** `=` instead of `:=`. */
  readonly assigns: boolean;
  readonly commands: readonly Command[];
}

/** A function or value with its arguments. */
export interface Command extends Span {
  readonly operands: readonly Operand[];
}

/** An operand of a command. `path` holds the fields after it: `.Values.a` is dot with the path Values, a. */
export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'constant'; readonly value: boolean | null }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'dot'; readonly path: readonly string[] }
  | { readonly kind: 'variable'; readonly name: string; readonly path: readonly string[] }
  | { readonly kind: 'pipeline'; readonly pipeline: Pipeline; readonly path: readonly string[] };
