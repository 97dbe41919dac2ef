import { shellCommands } from './commandWords.ts';
import type { DescribedCluster } from './description.ts';
import { flagsOfWords, openWords } from './flags.ts';
import { programIn } from './pods.ts';
import { plainText } from './scalarText.ts';

/** A word that every text with a command line of a component has. */
const hint = /\b(?:kube-apiserver|kube-controller-manager|kube-scheduler|kubelet|kube-proxy|hyperkube)\b/;

/** `ExecStart=` of a systemd unit with its continued lines. */
const execStart = /^ExecStart[ \t]*=[ \t]*[-@:+!]*((?:[^\n\\]|\\.|\\\r?\n)*)/gm;

/** The command lines in a text that is not YAML: systemd units, scripts, output of `ps`. */
export function readCommandLines(text: string): readonly DescribedCluster[] {
  if (!hint.test(text)) return [];
  const isUnit = /^\[(?:Unit|Service)\]/m.test(text);
  const commandSpans = isUnit
    ? [...text.matchAll(execStart)].map(
        ({ index, 0: all, 1: command = '' }) => [index + all.length - command.length, index + all.length] as const,
      )
    : [[0, text.length] as const];
  const format = isUnit ? 'systemd unit' : 'command line';
  return commandSpans.flatMap(([start, end]) =>
    shellCommands(plainText(text, start, end)).flatMap((command): readonly DescribedCluster[] => {
      const found = programIn(command);
      const [first] = command;
      if (found === undefined || first === undefined || found.component === 'kubectl') return [];
      const flags = flagsOfWords(found.rest);
      // A program that is only named, as in `systemctl restart`, has no flags.
      if (flags.length === 0 && !isUnit) return [];
      const span = first.source.spanOf(first.start, first.end);
      const open = openWords(found.rest);
      const component = { component: found.component, version: undefined, flags, open, span, path: '' };
      return [{ format, document: 0, name: undefined, components: [component], span, path: '' }];
    }),
  );
}

/** Whether a file is a systemd unit by its name. */
export function isUnitFile(path: string): boolean {
  return /\.service$/.test(path) || /\.service\.d[\\/][^\\/]+\.conf$/.test(path);
}
