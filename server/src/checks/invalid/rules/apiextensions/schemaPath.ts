import type { Schema } from './schema.ts';

/** A field that a path names, or why it names none. */
export interface FoundField {
  /** The names along the path; a name below `additionalProperties` is in brackets. */
  readonly names: readonly string[];
  readonly schema: Schema | undefined;
  readonly problem?: string;
}

/**
 * The field that `.spec.name` or, with `arrayNotation`, `.spec['name']` names in a schema: `ValidFieldPath` in
 * k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go.
 */
export function findField(path: string, root: Schema, arrayNotation: boolean): FoundField {
  const tokens = path.match(/'(?:[^'\\]|\\.)*'?|[.[\]]|[^.[\]]+/g) ?? [];
  const names: string[] = [];
  let schema: Schema | undefined = root;
  const fail = (problem: string): FoundField => ({ names, schema: undefined, problem });
  for (let i = 0; i < tokens.length; i++) {
    let name: string | undefined;
    if (tokens[i] === '[') {
      if (!arrayNotation) return fail('array notation is not allowed');
      const quoted = tokens[i + 1];
      if (quoted === undefined) return fail('unexpected end of JSON path');
      if (quoted.length < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
        return fail(`expected single quoted string but got ${quoted}`);
      }
      name = quoted.slice(1, -1).replaceAll("\\'", "'");
    } else if (tokens[i] === '.') {
      name = tokens[i + 1];
      if (name === undefined) return fail('unexpected end of JSON path');
    } else return fail(`expected [ or . but got: ${tokens[i]}`);
    if (schema === undefined) return fail('does not refer to a valid field');
    if (schema.hasProperties) {
      schema = schema.property(name);
      if (schema === undefined) return fail('does not refer to a valid field');
      names.push(name);
    } else if (schema.additional !== undefined) {
      schema = typeof schema.additional === 'object' ? schema.additional : undefined;
      names.push(`[${name}]`);
    } else return fail('does not refer to a valid field');
    if (tokens[i] === '[') {
      const close = tokens[i + 2];
      if (close === undefined) return fail('unexpected end of JSON path');
      if (close !== ']') return fail(`expected ] but got ${close}`);
      i++;
    }
    i++;
  }
  return { names, schema };
}
