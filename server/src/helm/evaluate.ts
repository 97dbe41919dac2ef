import type { Capabilities } from './capabilities.ts';
import { functions, textOf } from './functions.ts';
import { isVersion, type Output } from './output.ts';
import type { Scope } from './scope.ts';
import type { Command, Operand, Pipeline } from './template/node.ts';
import { booleanValue, conditionOf, textValue, unknown, unknownWith, type Value } from './value.ts';

/** The inputs of an evaluation. */
export interface Evaluation {
  /** Undefined if the cluster is not known. */
  readonly capabilities: Capabilities | undefined;
  /** The result of `include NAME VALUE`. */
  include(name: string, dot: Value): Output | undefined;
  /** Called when the template reads the capabilities of the cluster. */
  readCluster(): void;
}

/** Functions that mutate a dictionary: their arguments are unknown afterwards. */
const changing: ReadonlySet<string> = new Set([
  'set',
  'unset',
  'merge',
  'mergeOverwrite',
  'mustMerge',
  'mustMergeOverwrite',
]);

/** The value of a pipeline, as far as known. Sets the variables that it declares. */
export function evaluate(pipeline: Pipeline, scope: Scope, evaluation: Evaluation): Value {
  let value: Value | undefined;
  for (const command of pipeline.commands) value = run(command, value, scope, evaluation);
  const result = value ?? unknown;
  const [name] = pipeline.declares;
  if (name !== undefined) {
    if (pipeline.assigns) scope.assign(name, result);
    else scope.declare(name, result);
  }
  return result;
}

function run({ operands }: Command, piped: Value | undefined, scope: Scope, evaluation: Evaluation): Value {
  const [first, ...rest] = operands;
  if (first === undefined) return unknown;
  const args = rest.map((operand) => operandValue(operand, scope, evaluation));
  if (piped !== undefined) args.push(piped);
  if (first.kind !== 'function') return method(first, args, scope, evaluation);
  if (changing.has(first.name)) {
    for (const operand of rest) if (operand.kind === 'variable') scope.assign(operand.name, unknown);
    return unknown;
  }
  return call(first.name, args, evaluation);
}

function call(name: string, args: readonly Value[], evaluation: Evaluation): Value {
  if (name === 'include') {
    const [template, dot] = args;
    const output = evaluation.include(textOf(template) ?? '', dot ?? unknown);
    return output === undefined ? unknown : { kind: 'text', output };
  }
  return functions.get(name)?.(args, evaluation.capabilities) ?? unknown;
}

/** A value that is at the head of a command: a method if it takes arguments. */
function method(head: Operand, args: readonly Value[], scope: Scope, evaluation: Evaluation): Value {
  if (args.length === 0) return operandValue(head, scope, evaluation);
  if (!('path' in head) || head.path.at(-1) !== 'Has') return unknown;
  const owner = operandValue({ ...head, path: head.path.slice(0, -1) }, scope, evaluation);
  const version = textOf(args[0]);
  if (owner.kind !== 'api-versions' || version === undefined) return unknown;
  return booleanValue(evaluation.capabilities?.has(version));
}

function operandValue(operand: Operand, scope: Scope, evaluation: Evaluation): Value {
  switch (operand.kind) {
    case 'text':
      return textValue(operand.text);
    case 'number': {
      const value = Number(operand.text);
      return Number.isFinite(value) ? { kind: 'number', value } : unknown;
    }
    case 'constant':
      return operand.value === null ? { kind: 'nil' } : { kind: 'boolean', value: operand.value };
    case 'function':
      return call(operand.name, [], evaluation);
    case 'dot':
      return field(scope.dot, operand.path, evaluation);
    case 'variable':
      return field(scope.variable(operand.name), operand.path, evaluation);
    case 'pipeline':
      return field(evaluate(operand.pipeline, scope, evaluation), operand.path, evaluation);
  }
}

function field(start: Value, path: readonly string[], evaluation: Evaluation): Value {
  let value = start;
  for (const [index, name] of path.entries()) {
    // Only Helm's top-level object has a field of this name, so the value is that object, or the template fails.
    if (name === 'Capabilities' && (value.kind === 'unknown' || value.kind === 'root')) {
      value = { kind: 'capabilities' };
    } else if (value.kind === 'root') value = unknownWith({ kind: 'value', id: `.${name}` });
    else if (value.kind === 'unknown') value = below(value, name, path.slice(index));
    else value = member(value, name, evaluation);
  }
  return value;
}

/** A field of an unknown value. It has a name if its parents have, so that repeated uses are recognised. */
function below(value: Value, name: string, rest: readonly string[]): Value {
  const condition = conditionOf(value);
  // Setting a key on the top-level object affects all uses.
  if (condition?.kind === 'value') return unknownWith({ kind: 'value', id: `${condition.id}.${name}` });
  return rest.includes('Capabilities') ? value : unknown;
}

function member(value: Value, name: string, evaluation: Evaluation): Value {
  const { capabilities } = evaluation;
  switch (value.kind) {
    case 'dictionary':
      return value.entries.get(name) ?? { kind: 'nil' };
    case 'capabilities':
      evaluation.readCluster();
      if (name === 'KubeVersion') return { kind: 'kube-version' };
      return name === 'APIVersions' ? { kind: 'api-versions' } : unknown;
    case 'kube-version':
      return memberOfVersion(name, capabilities);
    // `(semver .Capabilities.KubeVersion.Version).Minor`
    case 'text':
      return isVersion(value.output) && name === 'Minor' && capabilities?.minorNumber !== undefined
        ? { kind: 'number', value: capabilities.minorNumber }
        : unknown;
    default:
      return unknown;
  }
}

function memberOfVersion(name: string, capabilities: Capabilities | undefined): Value {
  if (name === 'Version' || name === 'GitVersion' || name === 'String') return clusterVersion;
  if (capabilities === undefined) return unknown;
  if (name === 'Major') return textValue(capabilities.major);
  return name === 'Minor' && capabilities.minor !== undefined ? textValue(capabilities.minor) : unknown;
}

/** The version of the cluster as text, with an unknown patch number. */
export const clusterVersion: Value = {
  kind: 'text',
  output: [{ kind: 'hole', span: { start: 0, end: 0 }, indent: undefined, newline: false, version: true }],
};
