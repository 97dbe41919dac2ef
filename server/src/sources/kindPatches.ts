import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { pointerSegments } from '../manifest/jsonPointer.ts';
import type { Node } from '../manifest/node.ts';
import { type Component, componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { FieldSpan, ToolNote, WrittenFlag } from './description.ts';
import { flagOfValue } from './flags.ts';

const { networks, sections: sectionFacts, patchSource: source } = sources.kind;

/** One argument of a component in kubeadm's configuration; without flags if it is none that the file writes. */
interface Argument {
  readonly name: string;
  readonly flags: readonly WrittenFlag[];
  /** Why kubeadm refuses it, unless a later patch replaces it. */
  readonly refusal?: ToolNote;
  /** Set if it stands for a value of another type: the arguments after a merge. */
  readonly instead?: readonly Argument[];
}

/**
 * The arguments in the `ClusterConfiguration` that kind writes, changed by patches
 * (sigs.k8s.io/kind/pkg/internal/patch): in v1beta4 a list that is merged by name, before that a map, to which JSON merge
 * patches apply.
 */
export class KindConfiguration {
  readonly #notes: ToolNote[] = [];
  readonly #isList: boolean;
  readonly #arguments = new Map<Component, Argument[]>();
  #network: readonly WrittenFlag[];

  constructor(isList: boolean, network: readonly WrittenFlag[]) {
    this.#isList = isList;
    this.#network = network;
  }

  /** Sets what kind writes for a component before all patches. */
  write(component: Component, written: readonly Argument[]): void {
    this.#arguments.set(component, [...written]);
  }

  /** The flags of a component. */
  flagsOf(component: Component): readonly WrittenFlag[] {
    const flags = (this.#arguments.get(component) ?? []).flatMap((argument) => argument.flags);
    return component === 'kube-apiserver' ? [...this.#network, ...flags] : flags;
  }

  /** What kind or kubeadm ignores or refuses. */
  get notes(): readonly ToolNote[] {
    const refusals = [...this.#arguments.values()].flat().flatMap(({ refusal }) => refusal ?? []);
    return [...this.#notes, ...refusals];
  }

  /** Adds what is ignored of the patches themselves. */
  note(note: ToolNote): void {
    this.#notes.push(note);
  }

  /** Merges a patch. `isOfVersion`: whether it names the version of the configuration. */
  merge(patch: Cursor, isOfVersion: boolean): void {
    for (const entry of patch.entries()) {
      if (entry.key === 'networking') this.#mergeNetwork(entry);
      const component = sections.get(entry.key);
      if (component === undefined) continue;
      const written = entry.entries().find(({ key }) => key === 'extraArgs');
      if (isNull(entry.node)) this.#arguments.delete(component);
      else if (written !== undefined) this.#mergeArguments(component, written, isOfVersion);
    }
  }

  /** Applies an operation of a JSON patch. */
  apply(operation: Cursor): void {
    const op = operation.string('op');
    const [section = '', field, ...at] = pointerSegments(operation.string('path') ?? '');
    const value = operation.entries().find(({ key }) => key === 'value');
    const component = sections.get(section);
    const isNetwork = section === 'networking' && (field === undefined || field === networkField);
    if (component === undefined && !isNetwork) return;
    if (op !== 'add' && op !== 'replace' && op !== 'remove') {
      this.#refuse(operation, 'the operation is not evaluated, so the target is not known', 'write the result');
      return;
    }
    if (component === undefined) {
      const network = field === undefined ? value?.entries().find(({ key }) => key === networkField) : value;
      this.#network = op === 'remove' || network === undefined ? [] : this.#networkOf(network);
    } else if (field === undefined || (field === 'extraArgs' && at.length === 0)) {
      if (op !== 'add' && field !== undefined && !this.#arguments.has(component)) {
        this.#refuse(operation, 'kind fails here: extraArgs is already removed', 'add it instead');
        return;
      }
      const written = field === undefined ? value?.entries().find(({ key }) => key === 'extraArgs') : value;
      this.#arguments.delete(component);
      if (op !== 'remove' && written !== undefined) this.#replaceArguments(component, written);
    } else if (field === 'extraArgs') {
      this.#setArgument(component, op, at, operation, value);
    }
  }

  #mergeNetwork(patch: Cursor): void {
    if (isNull(patch.node)) this.#network = [];
    const network = patch.entries().find(({ key }) => key === networkField);
    if (network !== undefined) this.#network = this.#networkOf(network);
  }

  #networkOf(value: Cursor): readonly WrittenFlag[] {
    return isNull(value.node) ? [] : flagOfValue('service-cluster-ip-range', value);
  }

  #mergeArguments(component: Component, patch: Cursor, isOfVersion: boolean): void {
    if (this.#isList) this.#dropOtherType(component);
    if (this.#isList && patch.node.kind === 'map' && isOfVersion) {
      this.note({
        ...note(patch),
        effect: 'ignored',
        message: 'kind ignores this map: extraArgs is a list in the version that the patch names',
        why: 'In kubeadm.k8s.io/v1beta4 arguments are a list of names and values. kind converts a map only if the patch names no version.',
        remedy: 'write a list of name and value, or remove the apiVersion of the patch',
      });
      return;
    }
    if (!this.#isList && isNull(patch.node)) this.#arguments.delete(component);
    if (!this.#isList && patch.node.kind === 'list') this.#refuseShape(component, patch);
    else for (const [name, value, whole] of this.#argumentsIn(patch)) this.#set(component, name, value, whole);
  }

  #replaceArguments(component: Component, written: Cursor): void {
    if (isNull(written.node)) return;
    if (written.node.kind !== (this.#isList ? 'list' : 'map')) this.#refuseShape(component, written);
    else {
      this.write(component, []);
      for (const [name, value, whole] of this.#argumentsIn(written)) this.#set(component, name, value, whole, true);
    }
  }

  /** The names and values in a list of arguments or a map of them. */
  #argumentsIn(cursor: Cursor): readonly (readonly [name: string, value: Cursor | undefined, whole: Cursor])[] {
    if (cursor.node.kind !== 'list') return cursor.entries().map((entry) => [entry.key, entry, entry] as const);
    return cursor.items().flatMap((item) => {
      const name = item.string('name');
      return name === undefined ? [] : [[name, item.entries().find(({ key }) => key === 'value'), item] as const];
    });
  }

  /** Sets one argument, or removes it with null. `isNew`: a list may have several of a name. */
  #set(component: Component, name: string, value: Cursor | undefined, whole: Cursor, isNew = false): void {
    const all = this.#arguments.get(component) ?? [];
    const index = isNew && this.#isList ? -1 : all.findIndex((argument) => argument.name === name);
    const count = index < 0 ? 0 : 1;
    if (value === undefined || isNull(value.node)) {
      this.write(component, all.toSpliced(index < 0 ? all.length : index, count));
      return;
    }
    this.write(component, all.toSpliced(index < 0 ? all.length : index, count, this.#argument(name, value, whole)));
  }

  #argument(name: string, value: Cursor, whole: Cursor): Argument {
    const nameSpan = whole.at('name')?.node ?? whole.keySpan;
    const flags = flagOfValue(name, value, { whole, nameSpan });
    if (value.node.kind === 'scalar' && typeof value.node.value === 'string') return { name, flags };
    const message = `kubeadm refuses the value of ${name}: it is not a string`;
    return { name, flags, refusal: refusal(value, message, 'write it in quotes') };
  }

  #setArgument(
    component: Component,
    op: 'add' | 'replace' | 'remove',
    [key = '', part]: readonly string[],
    operation: Cursor,
    value: Cursor | undefined,
  ): void {
    const all = this.#arguments.get(component);
    if (all === undefined || all[0]?.instead !== undefined) {
      const message = `kind fails at the path "${operation.string('path') ?? ''}": extraArgs is not a list or map`;
      this.#refuse(operation, message, 'add extraArgs first');
      return;
    }
    const named = all.findIndex(({ name }) => name === key);
    const index = this.#isList ? (key === '-' && op === 'add' ? all.length : indexOf(key)) : named;
    const isThere = index !== undefined && index >= 0 && index < all.length;
    if (index === undefined || (!isThere && (op !== 'add' || index > all.length))) {
      const why = this.#isList ? 'extraArgs is a list in this version' : 'there is none to change';
      const message = `kind fails at the path "${operation.string('path') ?? ''}": ${why}`;
      this.#refuse(operation, message, this.#isList ? 'name an index, or - for the end' : 'add it instead');
      return;
    }
    const at = index < 0 ? all.length : index;
    if (part !== undefined) {
      const name = all[at]?.name ?? '';
      if (part !== 'value' || op === 'remove' || value === undefined)
        this.#refuse(operation, 'the operation is not evaluated, so the target is not known', 'write the result');
      else this.write(component, all.toSpliced(at, 1, this.#argument(name, value, value)));
      return;
    }
    const [written] = this.#written(op, key, operation, value);
    const replaced = op === 'add' && (this.#isList || named < 0) ? 0 : 1;
    this.write(component, all.toSpliced(at, replaced, ...(written === undefined ? [] : [written])));
  }

  #written(op: string, key: string, operation: Cursor, value: Cursor | undefined): readonly Argument[] {
    if (op === 'remove' || value === undefined) return [];
    if (!this.#isList) return [this.#argument(key, value, operation)];
    const name = value.string('name');
    const inner = value.at('value');
    if (name !== undefined && inner !== undefined) return [this.#argument(name, inner, value)];
    return [unnamed(value, 'kubeadm refuses this argument: it has no name or no value', 'write name and value')];
  }

  /** A merge makes a list of a map, and begins a new list where the value is of another type. */
  #dropOtherType(component: Component): void {
    const instead = this.#arguments.get(component)?.[0]?.instead;
    if (instead !== undefined) this.write(component, instead);
  }

  #refuseShape(component: Component, at: Cursor): void {
    const message = this.#isList
      ? 'kubeadm refuses this value: extraArgs is a list in the version that kind writes'
      : 'kubeadm refuses this list: extraArgs is a map in the version that kind writes';
    const remedy = this.#isList ? 'write a list of name and value' : 'write a map of names and values';
    const instead = at.node.kind !== 'map' ? [] : at.entries().map((entry) => this.#argument(entry.key, entry, entry));
    this.write(component, [{ ...unnamed(at, message, remedy), instead }]);
  }

  #refuse(at: Cursor, message: string, remedy: string): void {
    this.note(refusal(at, message, remedy));
  }
}

function note(at: Cursor): FieldSpan & Pick<ToolNote, 'source'> {
  return { span: at.keySpan, path: at.path, source };
}

function refusal(at: Cursor, message: string, remedy: string): ToolNote {
  const why = 'kind writes the patched configuration for kubeadm, and makes no cluster if either of them fails.';
  return { ...note(at), effect: 'refused', message, why, remedy };
}

/** The placeholder for an argument that kubeadm refuses. */
function unnamed(at: Cursor, message: string, remedy: string): Argument {
  return { name: '', flags: [], refusal: refusal(at, message, remedy) };
}

function isNull(node: Node): boolean {
  return node.kind === 'scalar' && node.value === null;
}

function indexOf(key: string): number | undefined {
  return /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;
}

const networkField = networks.slice(networks.lastIndexOf('.') + 1);

/** The fields of `ClusterConfiguration` with a component's arguments. */
const sections: ReadonlyMap<string, Component> = new Map(
  Object.entries(sectionFacts).flatMap(([field, name]) => {
    const component = componentNamed(name);
    return component === undefined ? [] : [[field, component] as const];
  }),
);
