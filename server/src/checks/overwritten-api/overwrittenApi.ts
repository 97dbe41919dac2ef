import type { Finding } from '../../finding.ts';
import type { MapEntry } from '../../manifest/node.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { describeVersions } from '../apiFinding.ts';
import type { Check, Subject } from '../check.ts';

const code = 'overwritten-api';

/** A first apiVersion, which clients use, that a later one overwrites and that the target does not serve. */
export const overwrittenApi: Check = {
  codes: [
    {
      code,
      consequences: ['not-served'],
      title: 'A repeated apiVersion hides one that is not served',
    },
  ],
  resource: (subject, emit) => {
    if (subject.availability.state !== 'served') return;
    const written = subject.resource.root.entries.filter(({ key }) => key === 'apiVersion');
    const [first] = written;
    const apiVersion = first === undefined || written.length === 1 ? undefined : notServed(first, subject);
    if (first !== undefined && apiVersion !== undefined) emit(finding(first, apiVersion, subject));
  },
};

function notServed({ value }: MapEntry, { resource, surface }: Subject): string | undefined {
  if (value.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  const groupVersion = parseGroupVersion(value.value);
  if (groupVersion === undefined) return undefined;
  const { state } = surface.availability({ ...groupVersion, kind: resource.kind });
  return state === 'served' || state === 'custom' ? undefined : value.value;
}

function finding({ value }: MapEntry, apiVersion: string, { resource, surface }: Subject): Finding {
  return {
    code,
    consequence: 'not-served',
    path: 'apiVersion',
    span: { start: value.start, end: value.end },
    message: `apiVersion is written more than once, and ${apiVersion} ${resource.kind} is not served here`,
    why: `The server uses the last apiVersion, but clients that use the first one get 404; the target is ${describeVersions(surface)}.`,
    remedy: `Keep only ${resource.apiVersion}.`,
    source: 'recorded kube-apiserver: 404 for the path of the first apiVersion',
    fixes: () => [],
  };
}
