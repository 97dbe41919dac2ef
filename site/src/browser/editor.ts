import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, indentOnInput, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Edit, Range } from '../../../server/src/library/types.ts';
import { longestText } from '../playground/limits.ts';
import type { ShownFinding, ShownFix } from '../playground/protocol.ts';
import { insight, type RequestInsight } from './insight.ts';
import { offsets } from './offsets.ts';

/** For a change that undo reverts alone, without the changes directly before it. */
const undoneAlone = isolateHistory.of('full');

/** The events of an editor. */
export interface EditorEvents {
  readonly changed: () => void;
  /** A text of so many characters was not taken. */
  readonly refused: (length: number) => void;
  readonly fix: (fix: ShownFix) => void;
  /** Queries the language server about a position. */
  readonly ask: RequestInsight;
}

/** The editor of the playground. */
export class Editor {
  readonly #view: EditorView;

  constructor(parent: HTMLElement, events: EditorEvents) {
    // Below a shadow root the editor may add style sheets, which the policy forbids elements of the page.
    const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
    const bounded = EditorState.changeFilter.of((transaction) => {
      const { length } = transaction.newDoc;
      if (length <= longestText) return true;
      events.refused(length);
      return false;
    });
    this.#fix = events.fix;
    this.#view = new EditorView({
      root,
      parent: root,
      extensions: [
        bounded,
        lineNumbers(),
        lintGutter(),
        insight(events.ask),
        history(),
        drawSelection(),
        highlightActiveLine(),
        indentOnInput(),
        yaml(),
        syntaxHighlighting(colours),
        theme,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Manifests', tabindex: '0' }),
        // Tab moves the focus, so that keyboard users can leave the editor.
        keymap.of([...defaultKeymap, ...historyKeymap, ...lintKeymap]),
        EditorView.updateListener.of(({ docChanged }) => {
          if (docChanged) events.changed();
        }),
      ],
    });
  }

  readonly #fix: EditorEvents['fix'];

  /** The present text. */
  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the whole text; undo restores it. False if it is too long. */
  replace(text: string): boolean {
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: { from: 0, to: doc.length, insert: text },
      selection: { anchor: 0 },
      annotations: undoneAlone,
    });
    return this.text.length === this.#view.state.doc.length && text.length <= longestText;
  }

  /** Makes the changes of a fix. */
  apply(edits: readonly Edit[]): void {
    const { doc } = this.#view.state;
    this.#view.dispatch({
      changes: edits.map(({ range, newText }) => ({ ...offsets(doc, range), insert: newText })),
      annotations: undoneAlone,
    });
  }

  /** Shows a place, and puts the cursor there. */
  reveal(range: Range): void {
    const { from, to } = offsets(this.#view.state.doc, range);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.#view.focus();
  }

  /** Underlines the findings. */
  show(findings: readonly ShownFinding[]): void {
    const { state } = this.#view;
    const diagnostics = findings.map((finding): Diagnostic => {
      const { code, message, why, severity, target, fixes } = finding;
      return {
        ...offsets(state.doc, finding.range),
        severity: severity === 'information' ? 'info' : severity,
        source: target === undefined ? code : `${code} (${target})`,
        message: `${message}\n${why}`,
        actions: fixes.slice(0, 4).map((fix) => ({ name: fix.title, apply: () => this.#fix(fix) })),
      };
    });
    this.#view.dispatch(
      setDiagnostics(
        state,
        diagnostics.sort((a, b) => a.from - b.from),
      ),
    );
  }
}

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--comment)' },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.content], color: 'var(--text)' },
  { tag: [tags.meta, tags.punctuation, tags.separator], color: 'var(--quiet)' },
]);

const theme = EditorView.theme({
  '&': { fontSize: '13px', blockSize: '100%', color: 'var(--text)', backgroundColor: 'var(--paper)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--quiet)', borderColor: 'var(--line)' },
  '.cm-activeLine': { backgroundColor: 'var(--faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
    maxInlineSize: '36em',
    maxBlockSize: '24em',
    overflow: 'auto',
  },
  '.says': { padding: '2px 8px' },
  '.says pre': { whiteSpace: 'pre-wrap' },
  '.says a': { color: 'var(--accent)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--selection)',
    color: 'var(--text)',
  },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--paper)' },
});
