import type { Span } from '../text/span.ts';
import type { Expression, LanguageProblem } from './expression.ts';
import { readExpression } from './readExpression.ts';
import { bicepDialect, Reader } from './reader.ts';

/** A Bicep statement that declares a name. */
export interface BicepStatement {
  readonly keyword: 'param' | 'var' | 'resource' | 'module';
  readonly name: string;
  /** The type of a resource with its API version, or the path of a module; '' for others. */
  readonly type: string;
  /** Keyword, name and type. */
  readonly head: Span;
  /** Undefined for a parameter without default, and for loops and existing resources. */
  readonly value: Expression | undefined;
}

/** A file of Bicep, or of its parameters. */
export interface BicepFile {
  readonly statements: readonly BicepStatement[];
  /** The template that a file of parameters is for. */
  readonly using: string | undefined;
  readonly problems: readonly LanguageProblem[];
}

/**
 * Reads the parameters, variables, resources and modules of a file of Bicep
 * (https://learn.microsoft.com/azure/azure-resource-manager/bicep/file). Never throws; other statements are read over.
 */
export function readBicep(text: string): BicepFile {
  const reader = new Reader(text, bicepDialect);
  const statements: BicepStatement[] = [];
  let using: string | undefined;
  for (;;) {
    reader.skip(true);
    if (reader.isAtEnd) return { statements, using, problems: reader.problems };
    const start = reader.at;
    const keyword = reader.name();
    reader.skip(false);
    if (keyword === 'using') {
      const template = readExpression(reader, false);
      using = template.kind === 'text' ? template.value : undefined;
    } else if (keyword === 'param' || keyword === 'var' || keyword === 'resource' || keyword === 'module') {
      const statement = readStatement(reader, keyword, start);
      if (statement !== undefined) statements.push(statement);
    } else {
      // Decorators, outputs, types, scopes: irrelevant for versions.
      reader.skipLine();
      if (!reader.isAtEnd && (reader.at === start || reader.text.charAt(reader.at) !== '\n')) reader.at++;
    }
  }
}

function readStatement(reader: Reader, keyword: BicepStatement['keyword'], start: number): BicepStatement | undefined {
  const name = reader.name();
  if (name === '') {
    reader.fail('a name is missing');
    reader.skipLine();
    return undefined;
  }
  reader.skip(false);
  const typed = keyword === 'resource' || keyword === 'module' ? readExpression(reader, false) : undefined;
  const type = typed?.kind === 'text' ? typed.value : '';
  const head = { start, end: reader.at };
  // The type of a parameter, `existing`: everything up to the value.
  const between = reader.match(/[^=\n]*/y);
  if (!reader.take('=')) return { keyword, name, type, head, value: undefined };
  reader.skip(false);
  if (reader.match(/if\b/y) !== '') {
    reader.skip(false);
    readExpression(reader, false);
    reader.skip(false);
  }
  const value = readExpression(reader, false);
  return { keyword, name, type, head, value: /\bexisting\b/.test(between) ? undefined : value };
}
