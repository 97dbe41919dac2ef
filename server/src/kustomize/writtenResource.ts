import type { AssembledResource } from './assembled.ts';
import type { Change } from './change.ts';
import type { CertainWrite } from './fill.ts';
import type { ResourceSelector } from './resourceSelector.ts';

/** A resource while a kustomization writes values into it, one after the other. */
export class WrittenResource {
  #now: AssembledResource;

  constructor(before: AssembledResource) {
    this.#now = before;
  }

  /** The resource with everything written so far. */
  now(): AssembledResource {
    return this.#now;
  }

  fill(filled: Omit<CertainWrite, 'before'>): void {
    const { fills, changes } = this.#now;
    this.#now = { ...this.#now, fills: [...fills, { ...filled, before: changes.length }] };
  }

  /** Records a change with an unknown result. */
  change(change: Change): void {
    this.note(change);
    this.open();
  }

  /** Records a change whose result is in the values that are written, or is one of names, labels and the like. */
  note(change: Change): void {
    this.#now = { ...this.#now, changes: [...this.#now.changes, change] };
  }

  /** Records that something unknown may have been written. */
  open(): void {
    this.#now = { ...this.#now, isOpen: true };
  }

  /** Records a read. */
  read(steps: readonly string[]): void {
    this.#now = { ...this.#now, reads: [...this.#now.reads, steps] };
  }

  /** Records a selector by which it is found. @param file states it, absolute. */
  select(selector: ResourceSelector | undefined, file: string | undefined): void {
    if (selector === undefined || (!selector.hasGroup && selector.version === '')) return;
    this.#now = { ...this.#now, selectors: [...this.#now.selectors, { selector, file }] };
  }

  /** Records a list whose item indices may have changed. */
  move(list: readonly string[]): void {
    this.#now = { ...this.#now, moved: [...this.#now.moved, list] };
  }
}
