import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { lazily } from '../text/lazily.ts';
import { imageParts } from './components.ts';
import { type ComposeVariables, composeVariables, interpolate } from './composeVariables.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent } from './description.ts';
import { flagsOfK3s } from './k3sWords.ts';
import { scalarText } from './scalarText.ts';
import type { TargetSource } from './source.ts';
import { versionIn } from './writtenVersion.ts';

const { servicesAt, images } = sources.compose;

/** Servers of k3s that a compose file runs. Its agents have no API server. */
export const compose: TargetSource = {
  reads: ({ apiVersion, kind }) => apiVersion === '' && kind === '',
  read({ root, index, path, surroundings }): readonly DescribedCluster[] {
    const services = root.at(servicesAt)?.entries() ?? [];
    const variables = lazily(() => composeVariables(path, surroundings));
    return services.flatMap((service): readonly DescribedCluster[] => {
      const server = serverOf(service, variables);
      if (server === undefined) return [];
      const position = { span: service.keySpan, path: service.path };
      return [
        { format: 'k3s in a compose file', document: index, name: service.key, components: [server], ...position },
      ];
    });
  },
};

function serverOf(service: Cursor, variables: () => ComposeVariables): DescribedComponent | undefined {
  const image = service.at('image');
  const written = image === undefined ? undefined : scalarText(image);
  if (written === undefined) return undefined;
  // `.env` is read only if the image has a variable.
  const { source, elsewhere } = written.value.includes('$')
    ? interpolate(written, variables())
    : { source: written, elsewhere: undefined };
  if (!images.some((candidate) => endsWithPath(imageParts(source.value).repository, candidate))) return undefined;
  const command = service.at('command');
  const words = command?.node.kind === 'list' ? command.items() : command === undefined ? [] : [command];
  const [first] = words;
  if (first?.scalar()?.trimStart().startsWith('agent')) return undefined;
  const component = 'kube-apiserver';
  const flags = flagsOfK3s(component, words);
  const found = versionIn(source, 'image');
  const version = found === undefined || elsewhere === undefined ? found : { ...found, elsewhere };
  return { component, version, flags, span: service.keySpan, path: service.path };
}

function endsWithPath(repository: string, path: string): boolean {
  return repository === path || repository.endsWith(`/${path}`);
}
