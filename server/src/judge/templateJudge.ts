import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import type { Emit, Subject } from '../checks/check.ts';
import { SurfaceChecks } from '../checks/surfaceChecks.ts';
import { sameShapeFixes } from '../conversion/sameShape.ts';
import { conversionFix } from '../conversion/versionFix.ts';
import type { Decoded, DecodeError } from '../decode/decoded.ts';
import { type Finding, type Fix, findingWithFixesLater, movedFinding } from '../finding.ts';
import type { Placement } from '../helm/placement.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { ScalarNode } from '../manifest/node.ts';
import { isOpenText, type OpenReads } from '../manifest/open.ts';
import type { Verdict } from './analysis.ts';
import { readResource } from './readResource.ts';
import { withoutRepeatedEntries } from './repeatedEntries.ts';
import { shapeOf } from './suppose/objectShape.ts';
import { OpenObject } from './suppose/openObject.ts';
import { type JudgeSupposed, supposedFindings } from './suppose/supposedFindings.ts';
import type { SupposedMemo } from './suppose/supposedMemo.ts';
import { type TemplateConversion, templateConversions } from './templateConversion.ts';

/** The inputs for judging a template's resource. */
export interface TemplateJudging {
  readonly text: string;
  /** Every target of the file. */
  readonly surfaces: readonly ApiSurface[];
  readonly placement: Placement;
  readonly doubt: OpenReads;
  /** Certain findings in earlier versions of the template. */
  readonly supposed: SupposedMemo | undefined;
  /** The fixes of a finding that are certain in the template's text. */
  readonly certainFixes: (fixes: readonly Fix[], finding: Finding) => readonly Fix[];
}

/** Judges a partly open resource of a template, without the findings of checks that read open values. */
export function judgeTemplate(resource: Resource, surface: ApiSurface, judging: TemplateJudging): Verdict {
  return new TemplateJudge(resource, surface, judging).verdict();
}

class TemplateJudge {
  readonly #resource: Resource;
  readonly #surface: ApiSurface;
  readonly #judging: TemplateJudging;
  readonly #surfaceChecks: SurfaceChecks;
  readonly #found = new Map<string, Finding>();

  constructor(resource: Resource, surface: ApiSurface, judging: TemplateJudging) {
    this.#resource = resource;
    this.#surface = surface;
    this.#judging = judging;
    this.#surfaceChecks = SurfaceChecks.for(surface, 'whole');
  }

  verdict(): Verdict {
    const { text, surfaces, doubt } = this.#judging;
    const [resource, surface] = [this.#resource, this.#surface];
    doubt.raised = false;
    const reading = readResource(resource, surface);
    // Custom resources are validated completely: with any open value, nothing is certain.
    const isCertain = reading.custom === undefined || !doubt.raised;
    const decoded = isCertain && reading.decoded !== undefined ? this.#certain(reading.decoded) : undefined;
    const subject: Subject = {
      resource,
      surface,
      surfaces,
      availability: reading.availability,
      text,
      decoded,
      custom: isCertain ? reading.custom : undefined,
    };
    this.#resourceChecks(subject);
    // Of the results of decoding, each alone is certain or not, so checks run once for each.
    for (const item of decoded === undefined ? [] : singleResults(decoded))
      this.#resourceChecks({ ...subject, decoded: item });
    if (decoded !== undefined && decoded.errors.length === 0) {
      this.#runTypeJudges(subject, decoded, (judge) => this.#run(judge));
    }
    if (decoded !== undefined && reading.custom === undefined) this.#suppose(subject);
    const findings = [...this.#found.values()].sort((a, b) => a.span.start - b.span.start);
    return { surface, availability: reading.availability, findings: withoutRepeatedEntries(findings) };
  }

  /** Adds certain findings of checks that must read open values. */
  #suppose(subject: Subject): void {
    const { availability, resource, surface } = subject;
    const type = availability.state === 'served' ? surface.rootType(availability.resource) : undefined;
    if (type === undefined) return;
    const known = new Set([...this.#found.values()].map((finding) => withoutIndex(keyOf(finding))));
    const { supposed, placement, text } = this.#judging;
    const find = () => this.#supposed(subject, type);
    const found =
      supposed === undefined ? find() : supposed.findings(shapeOf(resource, placement, text), surface, find);
    for (const finding of found) {
      const key = keyOf(finding);
      // The remedy may depend on open values.
      if (!known.has(withoutIndex(key)))
        this.#found.set(
          key,
          movedFinding(finding, finding.span, () => []),
        );
    }
  }

  #supposed(subject: Subject, type: ApiType): readonly Finding[] {
    const { resource } = subject;
    const object = new OpenObject(resource.root, type, this.#judging.placement);
    if (object.isUnknown || (object.alternatives.size === 0 && object.choices.size === 0)) return [];
    const judge: JudgeSupposed = (root, codes) => this.#judgeSupposed({ ...resource, root }, subject, codes);
    return supposedFindings(object, judge);
  }

  #judgeSupposed(resource: Resource, outer: Subject, codes?: ReadonlySet<string>): readonly Finding[] {
    const { decoded } = readResource(resource, this.#surface);
    const subject: Subject = { ...outer, resource, decoded };
    const findings: Finding[] = [];
    const emit: Emit = (finding) => findings.push(finding);
    const checks = this.#surfaceChecks.checks.filter(
      (check) => codes === undefined || check.codes.some(({ code }) => codes.has(code)),
    );
    for (const check of checks) check.resource?.(subject, emit);
    const hasTypeJudges = checks.some(({ field, object }) => field !== undefined || object !== undefined);
    if (hasTypeJudges && decoded?.errors.length === 0) this.#runTypeJudges(subject, decoded, (judge) => judge(emit));
    return findings;
  }

  #resourceChecks(subject: Subject): void {
    for (const judge of this.#surfaceChecks.resourceJudges) this.#run((emit) => judge(subject, emit));
  }

  #runTypeJudges(subject: Subject, { objects, fields }: Decoded, run: (judge: (emit: Emit) => void) => void): void {
    for (const { type, object, path, key } of objects) {
      for (const judge of this.#surfaceChecks.objectJudges(type))
        run((emit) => judge(object, { subject, path, key }, emit));
    }
    for (const { field, value, path, key } of fields) {
      for (const judge of this.#surfaceChecks.fieldJudges(field))
        run((emit) => judge(value, { subject, path, key }, emit));
    }
  }

  #run(judge: (emit: Emit) => void): void {
    const { doubt } = this.#judging;
    doubt.raised = false;
    judge((finding) => {
      if (doubt.raised) return;
      const key = keyOf(finding);
      if (!this.#found.has(key)) this.#found.set(key, this.#withCertainFixes(finding));
    });
  }

  #withCertainFixes(finding: Finding): Finding {
    const { doubt, certainFixes } = this.#judging;
    const ofVersion = finding.path === 'apiVersion';
    const fixes = () => {
      doubt.raised = false;
      const templateFixes = finding.fixes();
      const certain = certainFixes(!doubt.raised ? templateFixes : ofVersion ? this.#sameShape() : [], finding);
      return certain.length === 0 && ofVersion ? this.#converting() : certain;
    };
    return findingWithFixesLater(finding, fixes, ofVersion ? { unfixed: () => this.#unconverted() } : {});
  }

  /** The fix that converts the resource including its open values; none if it is not certain. */
  #converting(): readonly Fix[] {
    const prepared = this.#conversions().find((conversion) => conversion.conversion !== undefined)?.conversion;
    return prepared === undefined ? [] : [conversionFix(prepared, this.#resource)];
  }

  /** Why there is no converting fix. */
  #unconverted(): string | undefined {
    const conversions = this.#conversions();
    if (conversions.some(({ conversion: prepared }) => prepared !== undefined)) return undefined;
    const reason = conversions[0]?.reason;
    return reason === undefined ? undefined : `not converted in the template: ${reason}`;
  }

  #conversions(): readonly TemplateConversion[] {
    const { text } = this.#judging;
    return templateConversions(this.#resource, text, this.#surfaces());
  }

  #surfaces(): readonly [ApiSurface, ...ApiSurface[]] {
    return [this.#surface, ...this.#judging.surfaces.filter((surface) => surface !== this.#surface)];
  }

  /** Another version of the same shape has the same meaning for any values. */
  #sameShape(): readonly Fix[] {
    return sameShapeFixes(this.#resource, this.#judging.text, this.#surfaces());
  }

  /** The certain results of decoding. Alternatives that share a key are not duplicates. */
  #certain({ errors, duplicates, ...rest }: Decoded): Decoded {
    const { placement, text } = this.#judging;
    return {
      ...rest,
      errors: errors.flatMap((error) => certainError(error, text)),
      duplicates: duplicates.filter(({ entry, first }) => placement.isBehind(first, entry)),
    };
  }
}

function keyOf({ code, path, span }: Finding): string {
  return `${code}\n${path}\n${span.start}\n${span.end}`;
}

/** Without list indices, which depend on the rest of the output. */
function withoutIndex(key: string): string {
  return key.replace(/\[\d+\]/g, '[]');
}

/** Leaf types with a text format, which is unknown for open text. */
const formats: ReadonlySet<string> = new Set(['quantity', 'duration', 'date-time', 'micro-time', 'bytes']);

function certainError(error: DecodeError, text: string): readonly DecodeError[] {
  const { node, type } = error;
  if (!isOpenText(node) || node.kind !== 'scalar') return [error];
  if (type?.kind === 'scalar' && formats.has(type.scalar)) return [];
  const { start, end, style } = node;
  // The message shows the action as written.
  const written: ScalarNode = { kind: 'scalar', start, end, style, value: text.slice(start + 1, end - 1) };
  return [{ ...error, node: written }];
}

function singleResults({ errors, unknown, unnoticed, duplicates, ...rest }: Decoded): readonly Decoded[] {
  if (errors.length + unknown.length + unnoticed.length + duplicates.length < 2) return [];
  const none = { ...rest, errors, unknown: [], unnoticed: [], duplicates: [] };
  return [
    ...errors.map((error) => ({ ...none, errors: [error] })),
    ...unknown.map((unknownField) => ({ ...none, unknown: [unknownField] })),
    ...unnoticed.map((unknownField) => ({ ...none, unnoticed: [unknownField] })),
    ...duplicates.map((duplicate) => ({ ...none, duplicates: [duplicate] })),
  ];
}
