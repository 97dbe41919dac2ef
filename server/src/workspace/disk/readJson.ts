import { Ajv, type SchemaObject } from 'ajv';
import { readText } from './readFile.ts';
import { pathExists } from './trackedFs.ts';

/** A JSON file that matches its schema, or why it does not and the remedy. */
export type ReadJson<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly missing: boolean; readonly message: string; readonly remedy: string };

/** A reader of JSON files that match a schema. */
export function jsonReader<T>(schema: SchemaObject, whatItIs: string): (path: string) => ReadJson<T> {
  const ajv = new Ajv({ allowUnionTypes: true });
  const agrees = ajv.compile<T>(schema);
  return (path) => {
    const content = readText(path);
    if (!content.ok) return { ...content, missing: !pathExists(path) };
    let value: unknown;
    try {
      value = JSON.parse(content.text);
    } catch (error) {
      const message = `is not JSON: ${error instanceof Error ? error.message : String(error)}`;
      return { ok: false, missing: false, message, remedy: `name ${whatItIs}` };
    }
    if (agrees(value)) return { ok: true, value };
    const [first] = agrees.errors ?? [];
    const where = first === undefined || first.instancePath === '' ? '' : ` at ${first.instancePath}`;
    const message = `is not ${whatItIs}: it ${first?.message ?? 'has another structure'}${where}`;
    return { ok: false, missing: false, message, remedy: `name ${whatItIs} of this version` };
  };
}
