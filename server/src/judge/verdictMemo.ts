import type { ApiSurface } from '../catalog/surface.ts';
import { type Finding, type Fix, movedFinding } from '../finding.ts';
import type { Manifest, Resource } from '../manifest/manifest.ts';
import { isEqual } from '../text/isEqual.ts';
import type { Span } from '../text/span.ts';
import type { Verdict } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';
import { type Remember, rememberForever } from './remember.ts';
import { SupposedMemo } from './suppose/supposedMemo.ts';
import { TypingMemo } from './typingMemo.ts';

/** The maximum length of the texts that remembered verdicts keep alive, in UTF-16 units; above it, all are dropped. */
const maxText = 16_000_000;

/**
 * Remembers the verdicts on the documents of one file between its versions. Verdicts depend only on the text of a document,
 * so when one document is edited, the verdicts on the others are only moved.
 */
export class VerdictMemo {
  /** For a template: the certain findings on its objects. */
  readonly supposed: SupposedMemo;
  /** What the line that is being typed hides. */
  readonly typing = new TypingMemo();
  /** By the text of the document, then by the form of the resource. */
  readonly #judged = new Map<string, Map<string, JudgedText>>();
  /** The forms of the last document, which is used several times. */
  #last:
    | { readonly manifest: Manifest; readonly document: number; readonly forms: Map<string, JudgedText> }
    | undefined;
  #surfaces: readonly ApiSurface[] = [];
  #writer: FileInputs['writer'];
  #keptText = 0;
  #newest: Manifest | undefined;
  readonly #remember: Remember;

  /** @param remember keeps a verdict as long as the files that it depends on are unchanged. */
  constructor(remember: Remember = rememberForever) {
    this.#remember = remember;
    this.supposed = new SupposedMemo(remember);
  }

  /**
   * The verdicts on a resource, remembered or from `judge`.
   *
   * @param manifest the version of the file that contains the resource.
   * @param form distinguishes the judged form of the resource from others; empty for the written one.
   */
  verdicts(
    resource: Resource,
    manifest: Manifest,
    { surfaces, writer }: Pick<FileInputs, 'surfaces' | 'writer'>,
    judge: () => readonly Verdict[],
    form = '',
  ): readonly Verdict[] {
    if (surfaces !== this.#surfaces || !isEqual(writer, this.#writer)) this.#forget(surfaces);
    this.#writer = writer;
    const span = manifest.documents[resource.document]?.span;
    if (span === undefined) return judge();
    const forms = this.#formsOf(manifest, resource.document, span);
    const part = resource.part === undefined ? '' : JSON.stringify(resource.part);
    const webhook = resource.convertedByWebhook === true ? 'webhook' : '';
    const key = `${resource.item ?? ''}\n${part}\n${webhook}\n${form}`;
    const known = forms.get(key);
    const valid = known?.verdicts();
    if (known !== undefined && valid !== undefined) return moved(valid.value, span.start - known.start);
    const verdicts = this.#remember(judge);
    this.#keep(manifest);
    forms.set(key, { start: span.start, verdicts });
    return verdicts()?.value ?? judge();
  }

  #formsOf(manifest: Manifest, document: number, { start, end }: Span): Map<string, JudgedText> {
    if (this.#last?.manifest === manifest && this.#last.document === document) return this.#last.forms;
    const text = manifest.text.slice(start, end);
    const forms = this.#judged.get(text) ?? new Map<string, JudgedText>();
    this.#judged.set(text, forms);
    this.#last = { manifest, document, forms };
    return forms;
  }

  /** Counts the text of a version, which its findings keep alive because fixes need it. */
  #keep(manifest: Manifest): void {
    if (manifest === this.#newest) return;
    this.#newest = manifest;
    this.#keptText += manifest.text.length;
    if (this.#keptText > maxText) this.#forget(this.#surfaces);
  }

  #forget(surfaces: readonly ApiSurface[]): void {
    this.#judged.clear();
    this.#last = undefined;
    this.#surfaces = surfaces;
    this.#keptText = 0;
  }
}

interface JudgedText {
  /** The start of the document when it was judged. */
  readonly start: number;
  readonly verdicts: () => { readonly value: readonly Verdict[] } | undefined;
}

function moved(verdicts: readonly Verdict[], by: number): readonly Verdict[] {
  if (by === 0) return verdicts;
  return verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map((finding) => movedBy(finding, by)),
  }));
}

/** Lazy: fixes can cost more than the verdict. */
function movedBy(finding: Finding, by: number): Finding {
  const { start, end } = finding.span;
  return movedFinding(finding, { start: start + by, end: end + by }, () =>
    finding.fixes().map((fix) => movedFix(fix, by)),
  );
}

function movedFix(fix: Fix, by: number): Fix {
  const edits = fix.edits.map(({ span, newText }) => ({
    span: { start: span.start + by, end: span.end + by },
    newText,
  }));
  return { ...fix, edits };
}
