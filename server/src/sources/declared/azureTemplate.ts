import { readExpression } from '../../languages/readExpression.ts';
import { bicepDialect, Reader } from '../../languages/reader.ts';
import type { Cursor } from '../cursor.ts';
import type { DescribedCluster } from '../description.ts';
import type { TargetSource } from '../source.ts';
import { azureCluster, mayDeclareAzure } from './azure.ts';
import { callAzure } from './azureFunctions.ts';
import { valuesBeside } from './bicepModule.ts';
import { type DocumentReader, documentValue } from './documentValue.ts';
import { evaluate, type Scope } from './evaluate.ts';
import { Budget, openValue, type Value, valueBelow } from './value.ts';

/** The maximum nesting of templates. */
const maxDepth = 5;

/**
 * Templates of Azure Resource Manager. Follows variables, and parameters with a default or a value in the parameter file
 * beside the template (https://learn.microsoft.com/azure/azure-resource-manager/templates/syntax).
 */
export const azureTemplate: TargetSource = {
  reads: ({ apiVersion, kind }) => apiVersion === '' && kind === '',
  read({ root, index, path, surroundings }): readonly DescribedCluster[] {
    if (root.at('$schema') === undefined || root.at('resources') === undefined) return [];
    if (!mayDeclareAzure(root.text)) return [];
    const file = { path, text: root.text };
    const budget = new Budget();
    const given = valuesBeside(file, surroundings, budget);
    return clustersOf(root, { file, budget, given, document: index }, 0);
  },
};

interface Template {
  readonly file: DocumentReader['file'];
  readonly budget: Budget;
  readonly given: Value | undefined;
  readonly document: number;
}

function clustersOf(root: Cursor, template: Template, depth: number): readonly DescribedCluster[] {
  const { file, budget, document } = template;
  const reader: DocumentReader = { file, budget, special: (cursor) => expression(cursor, root, template, reader) };
  const written = root.at('resources');
  const declared = written?.node.kind === 'map' ? written.entries() : (written?.items() ?? []);
  return declared.flatMap((resource): readonly DescribedCluster[] => {
    const type = resource.string('type');
    const nested = resource.at('properties.template');
    // A nested template has separate parameters, which its caller sets.
    if (nested !== undefined && depth < maxDepth) {
      const given = resource.at('properties.parameters');
      const values = given === undefined ? undefined : documentValue(given, reader);
      const get = (key: string) => (values === undefined ? undefined : valueBelow(values, [key, 'value']));
      return clustersOf(nested, { ...template, given: { kind: 'map', keys: [], get } }, depth + 1);
    }
    // An existing resource is only referenced, without its properties.
    if (type === undefined || resource.at('existing')?.node.kind === 'scalar') return [];
    const properties = documentValue(resource, reader);
    const label = resource.key === '' ? 'cluster' : resource.key;
    const head = resource.at('type')?.span ?? resource.keySpan;
    return azureCluster({ language: 'ARM template', type, properties, label, file, head, document });
  });
}

/** The value of an expression such as `[parameters('version')]`; `[[` begins a literal text. */
function expression(cursor: Cursor, root: Cursor, template: Template, reader: DocumentReader): Value | undefined {
  const { node } = cursor;
  if (node.kind !== 'scalar' || typeof node.value !== 'string' || !/^\[(?!\[).*\]$/s.test(node.value)) return undefined;
  if (cursor.text.slice(node.start + 1, node.end - 1) !== node.value) {
    return openValue('the expression is written with escapes');
  }
  const { budget, file } = template;
  const scope: Scope = {
    file,
    budget,
    lookUp: (name) => openValue(`"${name}" is known only at run time`),
    call: (name, values) => {
      const [first] = values;
      if (first?.kind === 'text' && name === 'parameters') return parameter(first.text, root, template, reader);
      if (first?.kind === 'text' && name === 'variables') {
        const variable = root
          .at('variables')
          ?.entries()
          .find(({ key }) => key === first.text);
        return variable === undefined
          ? openValue(`the variable ${first.text} is not defined here`)
          : documentValue(variable, reader);
      }
      return callAzure(name, values);
    },
  };
  return evaluate(readExpression(new Reader(cursor.text, bicepDialect, node.start + 2), true), scope);
}

function parameter(name: string, root: Cursor, { given }: Template, reader: DocumentReader): Value {
  const passed = given === undefined ? undefined : valueBelow(given, [name]);
  if (passed !== undefined) return passed;
  const declared = root
    .at('parameters')
    ?.entries()
    .find(({ key }) => key === name);
  const fallback = declared?.at('defaultValue');
  return fallback === undefined
    ? openValue(`the parameter ${name} has no value here`)
    : documentValue(fallback, reader);
}
