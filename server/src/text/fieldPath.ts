/**
 * A path to a value of a resource, built during a walk and formatted only when shown. `undefined` is the resource
 * itself.
 */
export type FieldPath = FieldStep | undefined;

interface FieldStep {
  readonly parent: FieldPath;
  readonly name: string | number;
  /**
   * Whether the step is formatted as `.name`; otherwise as `[0]` or `[key]`. Paths are made often and formatted rarely.
   */
  readonly isField: boolean;
}

/** A path as its steps from the root: names of fields, keys of maps, numbers of items. */
export type PathSteps = readonly (string | number)[];

/** The field `name` of the object at `parent`. */
export function fieldOf(parent: FieldPath, name: string): FieldPath {
  return { parent, name, isField: true };
}

/** The item `index` of the list at `parent`. */
export function itemOf(parent: FieldPath, index: number): FieldPath {
  return { parent, name: index, isField: false };
}

/** The entry `key` of the map at `parent`. */
export function entryOf(parent: FieldPath, key: string): FieldPath {
  return { parent, name: key, isField: false };
}

/** The path of keys and item numbers below another path; keys that are not field names are in brackets. */
export function pathOfSteps(steps: readonly string[], from?: FieldPath): FieldPath {
  return steps.reduce<FieldPath>(
    (parent, step) => (/^\w*[A-Za-z]\w*$/.test(step) ? fieldOf(parent, step) : entryOf(parent, step)),
    from,
  );
}

/** The names and indices of a path, from the resource down. */
export function stepsOf(path: FieldPath): PathSteps {
  const steps: (string | number)[] = [];
  for (let at = path; at !== undefined; at = at.parent) steps.push(at.name);
  return steps.reverse();
}

/**
 * The path in Kubernetes' notation (`k8s.io/apimachinery/pkg/util/validation/field`, `Path.String`): `.name` for
 * fields, `[0]` for list items, `[key]` for map entries, the empty string for the resource itself.
 */
export function formatPath(path: FieldPath): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.parent) steps.push(at.isField ? `.${at.name}` : `[${at.name}]`);
  const text = steps.reverse().join('');
  return text.startsWith('.') ? text.slice(1) : text;
}
