import type {
  DescribedCluster,
  DescribedComponent,
  WrittenFlag,
  WrittenSetting,
  WrittenText,
} from '../../sources/description.ts';
import type { Span } from '../../text/span.ts';

/** The part of a described component at an offset, from the whole to the part. */
export interface SettingAt {
  readonly cluster: DescribedCluster;
  readonly component: DescribedComponent;
  readonly span: Span;
  readonly found:
    | { readonly kind: 'version'; readonly version: WrittenText }
    | { readonly kind: 'flag'; readonly flag: WrittenFlag }
    | { readonly kind: 'setting'; readonly flag: WrittenFlag; readonly setting: WrittenSetting };
}

/** Finds the version, flag or setting at an offset; the API server's first, where several components share it. */
export function settingAt(clusters: readonly DescribedCluster[], offset: number): SettingAt | undefined {
  for (const cluster of clusters) {
    for (const component of cluster.components) {
      const found = inComponent(component, offset);
      if (found !== undefined) return { cluster, component, ...found };
    }
  }
  return undefined;
}

function inComponent(
  { version, flags }: DescribedComponent,
  offset: number,
): Pick<SettingAt, 'span' | 'found'> | undefined {
  for (const flag of flags) {
    const setting = flag.settings.find(({ span }) => isIn(span, offset));
    const isName = isIn(flag.nameSpan, offset);
    // Settings whose places are not certain share that of their flag.
    if (setting !== undefined && !(isName && contains(setting.span, flag.nameSpan))) {
      return { span: setting.span, found: { kind: 'setting', flag, setting } };
    }
    if (isName) return { span: flag.nameSpan, found: { kind: 'flag', flag } };
    if (isIn(flag.span, offset)) return { span: flag.span, found: { kind: 'flag', flag } };
  }
  if (version === undefined || !isIn(version.span, offset)) return undefined;
  return { span: version.span, found: { kind: 'version', version } };
}

function isIn({ start, end }: Span, offset: number): boolean {
  return start <= offset && offset <= end;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
