import { type Document, parseDocument } from 'yaml';

const options = {
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  keepSourceTokens: true,
  logLevel: 'silent',
} as const;

/**
 * Parses a document of YAML 1.2 with the `yaml` package: every scalar is a string, and errors are in the result. They
 * have no stack traces, which take half of the time that a broken text is read: it has an error for each further line.
 */
export function parseYaml(source: string): Document.Parsed {
  const property = 'stackTraceLimit';
  const before: unknown = Reflect.get(Error, property);
  Reflect.set(Error, property, 0);
  try {
    return parseDocument(source, options);
  } finally {
    Reflect.set(Error, property, before);
  }
}
