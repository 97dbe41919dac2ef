import { hasBinary } from '../../catalog/catalog.ts';
import { type Resolution, resolve } from '../../catalog/resolve.ts';
import { resolveComponent } from '../../catalog/resolveComponent.ts';
import type { EffectiveVersions } from '../../catalog/surface.ts';
import { flagsOfComponent } from '../../sources/components.ts';
import type { DescribedComponent } from '../../sources/description.ts';
import { isTargetFlag, type TargetFlag, type TargetProblem } from '../../targets/target.ts';
import { formatMinor } from '../../targets/version.ts';
import { capital } from '../../text/capital.ts';
import type { Check, Emit } from '../check.ts';
import { type ClusterSubject, componentFlags, targetOf } from '../cluster.ts';
import { adviseOnSettings } from './advice.ts';
import { adviseOnApis } from './idleApis.ts';
import { refusal } from './refusal.ts';

/** The errors about flags that the described components would report at startup. */
export const componentFlagsCheck: Check = {
  codes: [
    { code: 'refused-flag', consequences: ['not-started'], title: 'A component refuses to start with this flag' },
    {
      code: 'never-ready',
      consequences: ['advice'],
      title: 'kube-apiserver starts with these flags but may not work',
    },
    { code: 'idle-feature-gate', consequences: ['advice'], title: 'A feature gate that no longer changes anything' },
    {
      code: 'idle-runtime-config',
      consequences: ['advice'],
      title: 'The runtime config turns on an API that serves nothing',
    },
    {
      code: 'alpha-under-emulation',
      consequences: ['advice'],
      title: 'Alpha features are on while an older version is emulated',
    },
  ],
  cluster(subject, emit) {
    const emitted = new Set<string>();
    for (const component of subject.cluster.components) {
      judgeComponent(component, subject, once(emit, component.component, emitted));
    }
  },
};

function judgeComponent(component: DescribedComponent, subject: ClusterSubject, emit: Emit): void {
  const { component: name } = component;
  if (name === 'kubectl' || name === 'cloud-controller-manager') return;
  const foreign = foreignFlags(component);
  for (const problem of foreign) emit(refusal(component, problem));
  if (foreign.length > 0) return;
  const { catalog } = subject;
  if (name === 'kube-apiserver') judgeServer(component, subject, emit);
  else {
    const flags = componentFlags(component);
    const resolved = flags && resolveComponent(name, flagsOfComponent(name), flags, catalog);
    if (resolved === undefined) return;
    if (resolved.ok) adviseOnSettings(component, resolved, catalog, emit);
    else for (const problem of resolved.problems) emit(refusal(component, problem));
  }
}

function judgeServer(component: DescribedComponent, { cluster, catalog }: ClusterSubject, emit: Emit): void {
  const ofComponent = { ...cluster, components: [component] };
  const found = targetOf(ofComponent);
  // A binary that the catalogue does not know is not an error of the file's.
  if (found === undefined || !hasBinary(catalog, found.target.binary)) return;
  const resolved: Resolution = resolve(cluster.name ?? cluster.format, found.target, catalog);
  if (!resolved.ok) {
    for (const problem of resolved.problems) emit(refusal(component, problem));
    return;
  }
  const { versions, gates, warnings } = resolved.surface;
  adviseOnSettings(component, { versions, gates }, catalog, emit);
  adviseOnApis(component, resolved.surface, emit);
  for (const warning of warnings) emit(neverReady(component, versions, warning));
}

/** Flags of a target that programs of this kind do not have. */
function foreignFlags({ component, version, flags }: DescribedComponent): readonly TargetProblem[] {
  const componentFlags = flagsOfComponent(component);
  return flags.flatMap(({ flag, value }) => {
    if (!isTargetFlag(flag) || !isServerFlag(flag) || componentFlags.has(flag)) return [];
    const what = version === undefined ? component : `${component} ${version.text}`;
    const message = `${what} has no flag --${flag}`;
    return [{ flag, value, message, allowed: 'leave it out', corrections: [{ kind: 'remove', same: false }] }];
  });
}

function isServerFlag(flag: TargetFlag): boolean {
  return flagsOfComponent('kube-apiserver').has(flag);
}

function neverReady(component: DescribedComponent, { binary }: EffectiveVersions, warning: string) {
  const { span, path } = component.version ?? component;
  return {
    code: 'never-ready',
    consequence: 'advice',
    path,
    span,
    message: capital(warning),
    why: `kube-apiserver ${formatMinor(binary)} accepts the flags; the problem shows only at run time.`,
    remedy: 'Turn on what the message names, or remove the setting.',
    source: 'kube-apiserver binaries run with such flags',
    fixes: () => [],
  } as const;
}

/** Several components may get their gates from one place of a file; each complaint about it is made once. */
function once(emit: Emit, component: string, emitted: Set<string>): Emit {
  return (finding) => {
    const key = `${finding.span.start} ${finding.span.end} ${finding.message.replaceAll(component, '')}`;
    if (emitted.has(key)) return;
    emitted.add(key);
    emit(finding);
  };
}
