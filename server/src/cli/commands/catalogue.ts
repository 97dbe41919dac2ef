import { fetchOrCheck, installPinned, listCatalogues, pin, removeCatalogue, unpin } from '../catalogue/catalogues.ts';
import type { Command } from '../command.ts';
import { UsageError } from '../flags/arguments.ts';
import { secondsForm } from '../flags/timeout.ts';
import { jsonOrText } from '../output/output.ts';

/** `catalogue`: manages facts of releases newer than this program, from an npm package. */
export const catalogue: Command = {
  operands: '[update [VERSION] | install | pin VERSION | unpin | remove VERSION]',
  flags: [
    { name: 'check', help: 'update: only check whether a newer catalogue is published; exit code 1 if so' },
    { name: 'pin', help: 'update: also pin it in .kubecompat.lock' },
    { name: 'registry', value: 'URL', help: 'update, install: the npm registry (default: as npm is configured)' },
    {
      name: 'timeout',
      value: 'SECONDS',
      form: secondsForm,
      help: 'update, install: the timeout of each request in seconds (120)',
    },
    jsonOrText,
  ],
  notes: [
    'A catalogue has the facts about Kubernetes releases and the built-in sets of CustomResourceDefinitions. One ships',
    'with kubecompat; newer ones are published as the npm package kubecompat-catalogue. Without a verb, the command lists',
    'the installed catalogues and shows which one is in use here.',
    '',
    'update     downloads the latest catalogue, or VERSION, into your data folder; it is not used until you name or pin it',
    'install    downloads exactly the catalogue that .kubecompat.lock pins',
    'pin        writes an installed catalogue into .kubecompat.lock, which all commands and the editor then use',
    'unpin      returns to the catalogue that ships with kubecompat',
    'remove     deletes an installed catalogue',
    '',
    'To use one without a pin: --catalogue=VERSION, --catalogue=FOLDER or --catalogue=built-in, with any command. The',
    'archive must match the SHA-512 that the registry states. Only update and install use the network.',
  ].join('\n'),
  run(parsed, terminal) {
    const [verb, version, ...others] = parsed.positionals;
    if (others.length > 0) throw unknown(parsed.positionals);
    if (verb === undefined) return listCatalogues(parsed, terminal);
    if (verb === 'update') return fetchOrCheck(version, parsed, terminal);
    if (verb === 'install' && version === undefined) return installPinned(parsed, terminal);
    if (verb === 'pin' && version !== undefined) return pin(version, parsed, terminal);
    if (verb === 'unpin' && version === undefined) return unpin(terminal);
    if (verb === 'remove' && version !== undefined) return removeCatalogue(version, terminal);
    throw unknown(parsed.positionals);
  },
};

function unknown(written: readonly string[]): UsageError {
  return new UsageError(
    `catalogue does not take "${written.join(' ')}"`,
    'write catalogue, catalogue update [VERSION], install, pin VERSION, unpin or remove VERSION',
  );
}
