import ts from 'typescript';

/**
 * The names of the mutable collections that live longer than a call: in fields, or at the top of a module. Tables with
 * their content, and collections declared as read-only, are none.
 */
export function collectionsIn(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const take = ({ name, type, initializer }: ts.PropertyDeclaration | ts.VariableDeclaration): void => {
    if (initializer === undefined || !ts.isNewExpression(initializer)) return;
    const made = initializer.expression.getText(source);
    const isReadonly = type?.getText(source).startsWith('Readonly') === true;
    const hasContent = (initializer.arguments?.length ?? 0) > 0 && !caches.has(made);
    if (isReadonly || hasContent || !mutable.has(made)) return;
    found.push(name.getText(source));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyDeclaration(node)) take(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const statement of source.statements) {
    if (ts.isVariableStatement(statement)) statement.declarationList.declarations.forEach(take);
  }
  return found;
}

/** They take their size. */
const caches: ReadonlySet<string> = new Set(['LruCache', 'TreeCache']);

const mutable: ReadonlySet<string> = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', ...caches]);
