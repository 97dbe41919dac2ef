/** A kind of work, and the places in `server/src` that do one of it. */
export interface Counter {
  readonly name: string;
  /** For each file, code that occurs in it once: the count goes after it, as a statement after `{`, else before an expression. */
  readonly places: readonly (readonly [file: string, code: string])[];
}

/** What is counted. A kind of work that is done again and again without need shows in one of these. */
export const counters: readonly Counter[] = [
  { name: 'texts read', places: [['workspace/disk/readFile.ts', 'max: number = maxBytes): DecodedBytes {']] },
  {
    name: 'texts parsed',
    places: [['manifest/read/readManifest.ts', 'mayMatter: ((document: string) => boolean) | undefined): Manifest {']],
  },
  { name: 'documents parsed', places: [['manifest/read/readManifest.ts', 'isPlain = false): ReadDocument {']] },
  {
    name: 'hashes',
    places: [
      ['workspace/ground/sha256.ts', 'export function sha256(data: string | Uint8Array): string {'],
      ['workspace/disk/trackedFs.ts', 'function stamp(bytes: Uint8Array | string): string {'],
    ],
  },
  {
    name: 'searches for resources',
    places: [['manifest/resources/findResources.ts', "filePath = ''): FoundResources {"]],
  },
  { name: 'resources found', places: [['manifest/resources/resourceAt.ts', '): Resource | undefined {']] },
  {
    name: 'inputs of files',
    places: [['workspace/model/workspace.ts', 'surfaces?: readonly ApiSurface[]): FileInputs | undefined {']],
  },
  { name: 'look-ups in the ground', places: [['workspace/ground/derived.ts', '  get(): Value {']] },
  {
    name: 'answers of the ground computed',
    places: [['workspace/ground/derived.ts', '#compute(): { readonly value: Value } {']],
  },
  {
    name: 'look-ups in kustomizations',
    places: [['workspace/kustomize/kustomizations.ts', 'contextOf(path: string): KustomizeContext {']],
  },
  { name: 'forms judged', places: [['judge/judgeResource.ts', 'availability: Availability): Verdict {']] },
  {
    name: 'checks called',
    places: [
      ['judge/judgeResource.ts', 'for (let i = 0; i < resourceJudges.length; i++) '],
      [
        'judge/judgeResource.ts',
        'const judges = surfaceChecks.objectJudges(type);\n      const at = { subject, path, key };\n      for (let i = 0; i < judges.length; i++) ',
      ],
      [
        'judge/judgeResource.ts',
        'const judges = surfaceChecks.fieldJudges(field);\n      const at = { subject, path, key };\n      for (let i = 0; i < judges.length; i++) ',
      ],
    ],
  },
  {
    name: 'objects decoded',
    places: [['decode/decode.ts', '#struct(node: MapNode, struct: StructShape, key: Span): void {']],
  },
  { name: 'values read by rules', places: [['checks/value.ts', 'step?: Step,\n  ) {']] },
  { name: 'findings made', places: [['judge/maxFindings.ts', 'readonly report: Emit = (finding) => {']] },
  { name: 'findings written', places: [['report/buildReport.ts', '): Severity | undefined {']] },
  {
    name: 'conversions prepared',
    places: [['conversion/prepareConversion.ts', '  defaults: Defaults,\n): PreparedConversion | undefined {']],
  },
  {
    name: 'texts reconciled',
    places: [['manifest/reconcile/reconcile.ts', 'draft: DraftMap): readonly TextEdit[] | undefined {']],
  },
  { name: 'positions', places: [['text/lineIndex.ts', 'position(offset: number): Position {']] },
];
