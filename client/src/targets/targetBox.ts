import { type Disposable, l10n, type QuickPick, window } from 'vscode';
import type { CheckedTargets } from '../../../server/src/lsp/protocol.ts';
import { chosenTarget, matchesTypedText } from './targetChoice.ts';
import { type TargetChoice, type TargetItem, typedItem } from './targetItems.ts';

/** How typed text is understood. */
export type CheckTargets = (typed: string) => Promise<CheckedTargets>;

/** A list of targets with free input. Invalid choices are explained in the list, which stays open. */
export class TargetBox implements Disposable {
  readonly #box: QuickPick<TargetItem> = window.createQuickPick<TargetItem>();
  readonly #check: CheckTargets;
  #rows: readonly TargetItem[] = [];
  /** The first row, for typed text that is in no other. */
  #typed: TargetItem | undefined;
  #moved = false;
  /** Whether the list has shown its focus where it belongs since the last letter. */
  #settled = false;

  constructor(title: string, check: CheckTargets) {
    this.#check = check;
    this.#box.title = title;
    this.#box.placeholder = l10n.t('A listed target, or versions such as 1.36, 1.37 as 1.35');
    this.#box.matchOnDescription = true;
    this.#box.onDidChangeValue(() => this.#changed());
    this.#box.onDidChangeActive(([item]) => {
      if (this.#settled && item !== this.#wanted()) this.#moved = true;
      if (item === this.#wanted()) this.#settled = true;
    });
  }

  /** Puts rows into the list; the focus is on the first. */
  show(rows: readonly TargetItem[]): void {
    this.#rows = rows;
    this.#box.items = this.#typed === undefined ? rows : [this.#typed, ...rows];
  }

  /** The user's choice; undefined if cancelled. */
  async ask(): Promise<TargetChoice | undefined> {
    return new Promise((resolve) => {
      this.#box.onDidAccept(async () => {
        const choice = await this.#accepted();
        if (choice !== undefined) resolve(choice);
      });
      this.#box.onDidHide(() => resolve(undefined));
      this.#box.show();
    });
  }

  /** The row that the typed text names exactly. */
  #wanted(): TargetItem | undefined {
    const typed = this.#box.value.trim();
    return this.#typed ?? this.#rows.find(({ label, choice }) => choice !== undefined && label === typed);
  }

  async #changed(): Promise<void> {
    this.#moved = false;
    this.#settled = false;
    const typed = this.#box.value.trim();
    const isRow = this.#rows.some(({ label }) => label === typed);
    const checked = typed === '' || isRow ? undefined : await this.#check(typed);
    if (this.#box.value.trim() !== typed) return;
    // A word that begins a row is not an error yet.
    const begins = checked?.problems.length !== 0 && this.#rows.some((row) => matchesTypedText(typed, row));
    this.#put(checked === undefined || begins ? undefined : typedItem(typed, checked));
  }

  #put(item: TargetItem | undefined): void {
    if (item !== undefined || this.#typed !== undefined) {
      this.#typed = item;
      this.#box.items = item === undefined ? this.#rows : [item, ...this.#rows];
    }
    const wanted = this.#wanted();
    if (wanted !== undefined) this.#box.activeItems = [wanted];
  }

  async #accepted(): Promise<TargetChoice | undefined> {
    const [focused] = this.#box.activeItems.length > 0 ? this.#box.activeItems : this.#box.selectedItems;
    const labels = this.#rows.flatMap(({ label, choice }) => (choice === undefined ? [] : [label]));
    const state = { typed: this.#box.value, labels, focused: focused?.label, moved: this.#moved };
    const meant = chosenTarget(state);
    if (meant?.kind === 'row' && meant.label !== this.#typed?.label) {
      return (focused?.label === meant.label ? focused : this.#rows.find(({ label }) => label === meant.label))?.choice;
    }
    const expression = meant?.kind === 'typed' ? meant.expression : meant?.label;
    if (expression === undefined) return undefined;
    const item = typedItem(expression, await this.#check(expression));
    if (item.choice?.kind === 'targets') return item.choice;
    this.#put(item);
    return undefined;
  }

  dispose(): void {
    this.#box.dispose();
  }
}
