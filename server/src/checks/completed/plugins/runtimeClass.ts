import { draftFrom } from '../../../conversion/draftValue.ts';
import { plainValue } from '../../../conversion/value.ts';
import { asValue } from '../../admissionMatch.ts';
import { fillIn } from '../fillIn.ts';
import { type AdmittedObject, certainObject, type PluginChange, type PluginWriter, podKind } from './plugin.ts';
import { mergeTolerations } from './tolerations.ts';

/** Fills in the overhead, node selector and tolerations of a pod's RuntimeClass. */
export const runtimeClass: PluginWriter = { plugin: 'RuntimeClass', kinds: [podKind], write };

function write(object: AdmittedObject): PluginChange {
  const { draft } = object;
  const spec = draft.map('spec');
  const name = spec?.string('runtimeClassName') ?? '';
  if (spec === undefined || name === '') return {};
  const runtimeClass = certainObject(object, 'node.k8s.io/RuntimeClass', name);
  if (runtimeClass === undefined) return { open: ['spec.overhead', 'spec.nodeSelector', 'spec.tolerations'] };
  const [overhead, scheduling] = [
    asValue(runtimeClass).at('overhead').at('podFixed'),
    asValue(runtimeClass).at('scheduling'),
  ];
  const filled = [...overhead.entries].filter(([key, amount]) =>
    fillIn(draft, ['spec', 'overhead', key], String(amount.scalar)),
  );
  const selected = [...scheduling.at('nodeSelector').strings].filter(([key, value]) =>
    fillIn(draft, ['spec', 'nodeSelector', key], value),
  );
  const added = scheduling.present ? scheduling.at('tolerations').items.flatMap(({ node }) => node ?? []) : undefined;
  const tolerated =
    added !== undefined &&
    mergeTolerations(
      spec,
      added.map((node) => draftFrom(plainValue(node))),
    );
  return {
    written: [
      ...(filled.length > 0 ? ['spec.overhead'] : []),
      ...(selected.length > 0 ? ['spec.nodeSelector'] : []),
      ...(tolerated ? ['spec.tolerations'] : []),
    ],
  };
}
