import type { Command } from '../command.ts';
import { addCrds, listCrds, removeCrds, updateCrds } from '../crds/addedCrds.ts';
import { UsageError } from '../flags/arguments.ts';
import { secondsForm } from '../flags/timeout.ts';
import { jsonOrText } from '../output/output.ts';

/** `crds`: CustomResourceDefinitions from their publishers, stored in the workspace with a lock file. */
export const crds: Command = {
  operands: 'add SOURCE | list | update [NAMES...] | remove NAMES...',
  flags: [
    { name: 'name', value: 'NAME', help: 'add: their name (default: derived from the source)' },
    { name: 'group', value: 'GROUP', help: 'add: only the definitions of this API group; may be repeated' },
    { name: 'kubeconfig', value: 'FILE', help: 'add, update: instead of $KUBECONFIG or ~/.kube/config' },
    {
      name: 'timeout',
      value: 'SECONDS',
      form: secondsForm,
      help: 'add, update: the timeout of each request and program in seconds (120)',
    },
    jsonOrText,
  ],
  notes: [
    'SOURCE is one of',
    '  NAME[@VERSION]                       a known project: cert-manager@v1.16.1',
    '  PATH                                 a file or folder',
    '  git:URL[//FOLDER][@REF]              a tag, branch or commit of a git repository, with the git on the PATH',
    '  go:MODULE[//FOLDER][@VERSION]        a Go module, by GOPROXY',
    '  npm:PACKAGE[//FOLDER][@VERSION]      a package of the npm registry',
    '  helm:REPOSITORY/CHART[@VERSION]      a chart of a Helm repository: its crds/ folder',
    '  oci://HOST/REPOSITORY[:TAG]          a chart, or an artifact of Flux, in an OCI registry',
    '  https://HOST/FILE                    YAML, JSON or an archive; ARCHIVE//FOLDER for a part of it',
    '  cluster:CONTEXT                      a live cluster of your kubeconfig',
    'Without a version, the newest release is used.',
    '',
    'The definitions are stored in .kubecompat/crds/NAME/ beside the configuration, and .kubecompat.lock records the',
    'source and hash of each: commit both. All commands use them without fetching, after the definitions that a',
    'target itself names and before those in files of the workspace. Only add and update fetch anything.',
  ].join('\n'),
  async run(parsed, terminal) {
    const [verb, ...operands] = parsed.positionals;
    if (verb === 'add') return addCrds(operands, parsed, terminal);
    if (verb === 'update') return updateCrds(operands, parsed, terminal);
    if (verb === 'remove' && operands.length > 0) return removeCrds(operands, parsed, terminal);
    if (verb === undefined || (verb === 'list' && operands.length === 0)) return listCrds(parsed, terminal);
    throw new UsageError(
      `crds does not take "${parsed.positionals.join(' ')}"`,
      'write crds add SOURCE, crds list, crds update [NAMES...] or crds remove NAMES...',
    );
  },
};
