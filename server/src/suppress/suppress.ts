import type { Finding } from '../finding.ts';
import type { Analysis, DocumentFinding } from '../judge/analysis.ts';
import type { ManifestDocument } from '../manifest/manifest.ts';
import type { Span } from '../text/span.ts';
import { readSuppressions, wholeComment } from './readSuppressions.ts';
import { type MalformedSuppression, type Suppression, suppressionWord } from './suppression.ts';

/** Removes the findings that comments of the file ignore and records which comments were used. */
export class Suppressor {
  readonly #text: string;
  readonly #documents: readonly ManifestDocument[];
  readonly #suppressions: readonly Suppression[];
  readonly #malformed: readonly MalformedSuppression[];
  readonly #today: string;
  readonly #used = new Map<Suppression, Set<string>>();
  #count = 0;

  /** @param today `YYYY-MM-DD`; suppressions that ended earlier ignore nothing. */
  constructor(analysis: Analysis, today: string) {
    const { suppressions, malformed } = readSuppressions(analysis);
    this.#text = analysis.manifest.text;
    this.#documents = analysis.manifest.documents;
    this.#suppressions = suppressions;
    this.#malformed = malformed;
    this.#today = today;
  }

  /** Whether the file has no suppressions, not even malformed ones. */
  get isIdle(): boolean {
    return this.#suppressions.length + this.#malformed.length === 0;
  }

  /** The number of ignored findings, counted for each target. */
  get count(): number {
    return this.#count;
  }

  /** Whether a finding is kept. Records the suppressions that it uses.
   *
   * @param times the number of targets that have the finding.
   */
  keeps({ code, span }: Pick<Finding, 'code' | 'span'>, times = 1): boolean {
    let keeps = true;
    for (const suppression of this.#suppressions) {
      const { codes, covers } = suppression;
      if (!codes.includes(code) || span.start < covers.start || span.start > covers.end) continue;
      const used = this.#used.get(suppression) ?? new Set();
      this.#used.set(suppression, used.add(code));
      if (!this.#hasExpired(suppression)) keeps = false;
    }
    if (!keeps) this.#count += times;
    return keeps;
  }

  /** The findings on the comments themselves. Call it last, after {@link keeps} for every finding. */
  remarks(): readonly DocumentFinding[] {
    const found = this.#malformed.map((comment) => this.#malformedFinding(comment));
    for (const suppression of this.#suppressions) {
      const used = this.#used.get(suppression) ?? new Set();
      const unused = suppression.codes.filter((code) => !used.has(code));
      if (unused.length > 0) found.push(this.#unusedFinding(suppression, unused));
    }
    return [...found, ...this.#expiredFindings()];
  }

  /** The findings on expired comments that would have ignored findings. */
  #expiredFindings(): readonly DocumentFinding[] {
    const used = [...this.#used].filter(([suppression]) => this.#hasExpired(suppression));
    return used.map(([suppression, codes]) => this.#expiredFinding(suppression, [...codes]));
  }

  #hasExpired({ until }: Suppression): boolean {
    return until !== undefined && until < this.#today;
  }

  #expiredFinding({ span, until }: Suppression, codes: readonly string[]): DocumentFinding {
    const message = `This comment ignored ${codes.join(', ')} until ${until ?? ''} and has expired`;
    return this.#finding(span, 'expired-suppression', message, whyExpired, 'Fix the finding, or set a later date.');
  }

  #unusedFinding({ span, codes }: Suppression, unused: readonly string[]): DocumentFinding {
    const message = `This comment ignores ${unused.join(', ')}, but there is no such finding`;
    const remedy = 'Remove it, or put it above the finding or at the end of its line.';
    const remark = this.#finding(span, 'unused-suppression', message, whyUnused, remedy);
    if (unused.length < codes.length) return remark;
    const edits = [{ span: wholeComment(this.#text, span), newText: '' }];
    // Not safe: another target may need it.
    const left = ['make sure that no other target needs it'];
    const fix = { title: 'Remove the comment', kind: 'partial' as const, edits, left };
    return { ...remark, finding: { ...remark.finding, fixes: () => [fix] } };
  }

  #malformedFinding({ span, message, remedy, corrected }: MalformedSuppression): DocumentFinding {
    const text = `This comment ignores nothing: ${message}`;
    const remark = this.#finding(span, 'malformed-suppression', text, whyMalformed, remedy);
    if (corrected === undefined) return remark;
    const fix = {
      title: `Write ${corrected.split(':', 1)[0] ?? ''}`,
      kind: 'safe' as const,
      edits: [{ span, newText: corrected }],
      left: [],
    };
    return { ...remark, finding: { ...remark.finding, fixes: () => [fix] } };
  }

  #finding(span: Span, code: string, message: string, why: string, remedy: string): DocumentFinding {
    const below = this.#documents.find((document) => span.start <= document.span.end) ?? this.#documents.at(-1);
    return {
      document: below?.index ?? 0,
      finding: {
        code,
        consequence: 'advice',
        path: '',
        span,
        message,
        why,
        remedy,
        source: documentation,
        fixes: () => [],
      },
    };
  }
}

const documentation = 'docs/ci.md';
const whyMalformed = `A comment that ignores findings names their codes and a reason: # ${suppressionWord} CODE: reason.`;
const whyExpired = 'A suppression applies up to and including its date; after that the findings return.';
const whyUnused = 'An outdated suppression would hide the next finding of its code.';

/** Whether a code is about suppressions. */
export function isOfSuppression(code: string): boolean {
  return code.endsWith('-suppression');
}

/** Removes ignored findings from an analysis and adds the findings on the comments. */
export function withoutSuppressed(analysis: Analysis, today: string): Analysis {
  const suppressor = new Suppressor(analysis, today);
  if (suppressor.isIdle) return analysis;
  const targets = analysis.resources[0]?.verdicts.length ?? 1;
  const keptFindings = (findings: Analysis['documentFindings']) =>
    findings.filter(({ finding, target }) => suppressor.keeps(finding, target === undefined ? targets : 1));
  const documentFindings = keptFindings(analysis.documentFindings);
  const keptResources = (resources: Analysis['resources']) =>
    resources.map((judged) => ({
      ...judged,
      verdicts: judged.verdicts.map((verdict) => ({
        ...verdict,
        findings: verdict.findings.filter((finding) => suppressor.keeps(finding)),
      })),
    }));
  const resources = keptResources(analysis.resources);
  const packed = analysis.packed && {
    ...analysis.packed,
    resources: keptResources(analysis.packed.resources),
    documentFindings: keptFindings(analysis.packed.documentFindings),
  };
  const remarks = suppressor.remarks();
  return {
    ...analysis,
    ...(packed === undefined ? {} : { packed }),
    resources,
    documentFindings: [...documentFindings, ...remarks],
    suppressed: suppressor.count,
  };
}
