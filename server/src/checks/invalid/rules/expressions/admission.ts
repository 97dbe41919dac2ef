import { admissionDeclarations, variableType } from '../../../../cel/declarations.ts';
import { isEqualType, listOf, showType, structOf, type Type } from '../../../../cel/type.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { type ExpressionRule, validateExpression } from './expression.ts';

// Source: pkg/apis/admissionregistration/validation/validation.go and
// k8s.io/apiserver pkg/admission/plugin/cel/{compile,composition}.go.

const types = {
  bool: { kind: 'bool' },
  string: { kind: 'string' },
  nothing: { kind: 'null_type' },
} as const satisfies Readonly<Record<string, Type>>;

/** The expressions of one admission policy; later ones find the variables that earlier ones declare. */
export class PolicyExpressions {
  readonly #errors: ErrorList;
  readonly #params: boolean;
  readonly #variableTypes: Map<string, Type> | undefined;

  /** `composes` where expressions find `variables` though there may be none. */
  constructor(spec: Value, composes: boolean, errors: ErrorList) {
    this.#errors = errors;
    this.#params = spec.has('paramKind');
    this.#variableTypes = composes || !spec.at('variables').empty ? new Map() : undefined;
  }

  /** A match condition of the policy, which cannot use the policy's variables. */
  matchCondition(expression: Value): void {
    validateMatchCondition(expression, this.#params, this.#errors);
  }

  /** The value of a variable, which expressions after it find. */
  variable(name: string, expression: Value): void {
    const type = this.#compile(expression, { mayBe: () => true, refusal: () => '' });
    this.#variableTypes?.set(name, variableType(type));
  }

  /** A validation that a valid object satisfies. */
  validation(expression: Value): void {
    this.#compile(expression, mustBe(types.bool));
  }

  /** A message expression for an invalid object, which cannot use the authorizer. */
  message(expression: Value): void {
    this.#compile(expression, mustBe(types.string), { authorizer: false });
  }

  /** The value of an audit annotation. */
  annotation(expression: Value): void {
    this.#compile(expression, { ...mustBe(types.string, types.nothing), trimmed: true });
  }

  /** An apply configuration of a mutation. */
  applyConfiguration(expression: Value): void {
    this.#mutation(expression, structOf('Object'));
  }

  /** The patches of a mutation. */
  jsonPatch(expression: Value): void {
    this.#mutation(expression, listOf(structOf('JSONPatch')));
  }

  #mutation(expression: Value, type: Type): void {
    this.#compile(expression, { ...mustBe(type), trimmed: true, scope: 'mutation' }, { patches: true });
  }

  #compile(
    expression: Value,
    rule: Omit<ExpressionRule, 'declarations'>,
    { authorizer = true, patches = false } = {},
  ): Type {
    const { binary } = this.#errors.surface.versions;
    const variables = this.#variableTypes;
    const declarations = admissionDeclarations(binary, {
      params: this.#params,
      authorizer,
      patches,
      policyVariables: variables,
    });
    return validateExpression(expression, { ...rule, declarations }, this.#errors);
  }
}

/** A condition on requests, of a policy or a webhook. */
export function validateMatchCondition(expression: Value, params: boolean, errors: ErrorList): void {
  const { binary } = errors.surface.versions;
  const declarations = admissionDeclarations(binary, {
    params,
    authorizer: true,
    patches: false,
    policyVariables: undefined,
  });
  validateExpression(expression, { ...mustBe(types.bool), declarations }, errors);
}

function mustBe(...allowed: readonly [Type, ...Type[]]): Pick<ExpressionRule, 'mayBe' | 'refusal'> {
  const names = allowed.map(showType);
  return {
    mayBe: (type) => allowed.some((candidate) => isEqualType(candidate, type)),
    refusal: (type) =>
      names.length === 1
        ? `must evaluate to ${names[0]} but got ${type}`
        : `must evaluate to one of [${names.join(' ')}] but got ${type}`,
  };
}
