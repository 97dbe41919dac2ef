import ts from 'typescript';

/** A user-visible text. */
export interface UserText {
  /** From the root of the repository, `server/src/fix.ts:12`. */
  readonly location: string;
  /** Its role: the property, variable or function that it is passed to, a JSON path, or `heading`. */
  readonly role: string;
  /** With `{…}` for every part that depends on data. */
  readonly text: string;
}

/**
 * The texts of a module: literals and templates of at least two words, joined if they are concatenated. Single words
 * are names, and so are imports, types and keys; regular expressions, style sheets and markup are skipped.
 */
export function textsOfModule(path: string, content: string): readonly UserText[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.ES2023, true);
  const texts: UserText[] = [];
  const visit = (node: ts.Node): void => {
    if (isNeverRead(node)) return;
    const text = ts.isExpression(node) ? textOf(node) : undefined;
    if (text !== undefined && isProse(text)) {
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      texts.push({ location: `${path}:${line}`, role: roleOf(node), text });
    }
    if (text === undefined) ts.forEachChild(node, visit);
    else forEachInserted(node, visit);
  };
  visit(source);
  return texts;
}

/** The texts of a JSON document: every string of several words at one of the user-visible keys. */
export function textsOfJson(
  path: string,
  content: string,
  isShown: (keys: readonly string[]) => boolean,
): readonly UserText[] {
  const texts: UserText[] = [];
  const source = ts.parseJsonText(path, content);
  const visit = (node: ts.Node, keys: readonly string[]): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
      visit(node.initializer, [...keys, node.name.text]);
    } else if (ts.isStringLiteral(node)) {
      if (!isShown(keys) || !isProse(node.text)) return;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      texts.push({ location: `${path}:${line}`, role: keys.join('.'), text: node.text });
    } else {
      ts.forEachChild(node, (child) => visit(child, keys));
    }
  };
  for (const { expression } of source.statements) visit(expression, []);
  return texts;
}

/** The headings, paragraphs, list items and table cells of a page in Markdown, without code blocks and link targets. */
export function textsOfPage(path: string, content: string): readonly UserText[] {
  const texts: UserText[] = [];
  let isCode = false;
  for (const [index, line] of content.split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    const isRule = /^\s*(?:\|[\s|:-]+\||```.*)$/.test(line);
    if (isCode || isRule) continue;
    const heading = /^#{1,3} (.*)/.exec(line)?.[1];
    const parts = heading !== undefined ? [heading] : line.trimStart().startsWith('|') ? line.split('|') : [line];
    const role = heading !== undefined ? 'heading' : 'page';
    for (const part of parts) {
      const text = part
        .replace(/^\s*(?:[-*]|\d+\.) /, '')
        .replace(/\]\([^)]*\)/g, ']')
        .trim();
      if (/\p{L}/u.test(text)) texts.push({ location: `${path}:${index + 1}`, role, text });
    }
  }
  return texts;
}

/** The text of a literal, a template or a concatenation; none for other expressions. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const left = textOf(node.left);
  const right = textOf(node.right);
  return left === undefined && right === undefined ? undefined : `${left ?? '{…}'}${right ?? '{…}'}`;
}

/** Template expressions may contain texts. */
function forEachInserted(node: ts.Node, visit: (node: ts.Node) => void): void {
  if (ts.isTemplateExpression(node)) {
    for (const { expression } of node.templateSpans) visit(expression);
  } else if (ts.isBinaryExpression(node)) {
    for (const side of [node.left, node.right]) {
      if (textOf(side) === undefined) visit(side);
      else forEachInserted(side, visit);
    }
  }
}

function isNeverRead(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node);
}

/** Two adjacent words, one of them in lower case, without the characters of markup, styles or expressions. */
function isProse(text: string): boolean {
  return (
    /\p{L}{2,}[,;:]? +\(?\p{Ll}{2,}|\p{Ll}{2,}[,;:]? +\{…\}|\{…\},? \p{Ll}{2,}/u.test(text) &&
    !/^\s*[<.#@&]|[{;]\s*\n|=>|;\s*\}|<\/?[a-z]+[ >]/.test(text)
  );
}

/** The name that the text is assigned to or passed to, within the statement. */
function roleOf(node: ts.Node): string {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) return parent.name.getText();
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent))
    return `${parent.expression.getText().split('\n')[0]}()`;
  if (ts.isFunctionDeclaration(parent) || ts.isMethodDeclaration(parent)) return parent.name?.getText() ?? 'text';
  if (ts.isSourceFile(parent)) return 'text';
  return roleOf(parent);
}
