import { type Break, entry, inLine, inserted, orBelow, value } from './breaks.ts';

/** A text with lines before it. */
const before = (head: string): Break =>
  function* (text) {
    if (/^(?:#[^\n]*\n)*[{]/.test(text)) return;
    yield { text: `${head}\n${text}`, lines: [0, head.split('\n').length] };
  };

/** Lines of a block with other characters in place of spaces of the indentation. */
const blanks = (write: (indent: string) => string): Break =>
  orBelow(
    inLine((line) => {
      const indent = /^ +(?=[\w-])/.exec(line)?.[0];
      return indent === undefined ? undefined : write(indent) + line.slice(indent.length);
    }),
  );

/** A line below each matching line, with its indentation. */
const below = (above: RegExp, write: (indent: string) => string, isFitting = (_: string) => true): Break =>
  function* (text) {
    const lines = text.split('\n');
    for (const [index, line] of lines.entries()) {
      if (!above.test(line) || !isFitting(lines[index + 1] ?? '')) continue;
      const indent = /^ */.exec(line)?.[0] ?? '';
      yield { text: lines.toSpliced(index + 1, 0, write(indent)).join('\n'), lines: [index, index + 2] };
    }
  };

const plainEntry = /^\s*(?:- )*[\w./-]+: +[\w./-]+$/;

/** Parts of other files in copied manifests, and misplaced lines. */
export const strayLines: Readonly<Record<string, Break>> = {
  'a hunk header of a diff': inserted((indent) => `${indent}@@ -1 +1 @@`),
  'a hunk header of a diff at the start of a line': inserted(() => '@@ -1,3 +1,4 @@ spec:', 1),
  'a removed line of a diff': orBelow(inLine((line) => `-${line}`)),
  'the header of a diff': before('--- a/web.yaml\n+++ b/web.yaml'),
  'a statement of Jinja': inserted((indent) => `${indent}{% if a %}`),
  'a statement of Jinja at the start of a line': inserted(() => '{% endif %}', 1),
  'a code fence of Markdown before': before('```yaml'),
  'a code fence of Markdown inside': inserted((indent) => `${indent}\`\`\``),
  'a here-document before': before('cat <<EOF'),
  'a here-document with a pipe before': before("cat <<'EOF' | kubectl apply -f -"),
  'a shell prompt before': before('$ kubectl get pod a -o yaml'),
  'no-break spaces as indentation': blanks((indent) => '\u00a0'.repeat(indent.length)),
  'a no-break space in the indentation': blanks((indent) => `${indent.slice(1)}\u00a0`),
  'an ideographic space as indentation': blanks((indent) => '\u3000'.repeat(indent.length / 2)),
  'a no-break space after a colon': orBelow(
    inLine((line) => (entry.test(line) ? line.replace(/: +/, ':\u00a0') : undefined)),
  ),
  'a no-break space after a dash': orBelow(
    inLine((line) => (/^\s*- /.test(line) ? line.replace('- ', '-\u00a0') : undefined)),
  ),
  'a bracket in a comment': value((written) => `[${written} # ]`),
  'a brace in a comment': value((written) => `{a: ${written} # }`),
  'a tag directive inside': inserted(() => '%TAG ! tag:a,2000:'),
  'a tag directive before': before('%TAG ! tag:a,2000:\n---'),
  'the middle of a merge conflict': inserted(() => '=======', 1),
  'the end of a merge conflict': inserted(() => '>>>>>>> other'),
  'the start of a merge conflict': inserted(() => '<<<<<<< HEAD'),
  'a byte order mark at the start of a line': orBelow(
    inLine((line, index) => (index === 0 ? undefined : `\ufeff${line}`)),
  ),
  'a byte order mark in a line': inLine((line) => (/^\s+\S/.test(line) ? line.replace(/\S/, '\ufeff$&') : undefined)),
  'a key among items': below(
    /^\s*- [\w"']\S*$/,
    (indent) => `${indent}a: b`,
    (next) => /^\s*- /.test(next),
  ),
  'a key before items': below(
    /^\s*[\w-]+:$/,
    (indent) => `${indent}  a: b`,
    (next) => /^\s*- /.test(next),
  ),
  'an item among keys': below(
    plainEntry,
    (indent) => `${indent}- a`,
    (next) => plainEntry.test(next),
  ),
  'an item with a key among keys': below(
    plainEntry,
    (indent) => `${indent}- a: b`,
    (next) => plainEntry.test(next),
  ),
  'a map below a scalar': below(plainEntry, (indent) => `${indent}    a: b`),
  'a list below a scalar': below(plainEntry, (indent) => `${indent}    - a: b`),
  'a key below quotes': below(/^\s*(?:- )*[\w./-]+: +"[^"]*"$/, (indent) => `${indent}      a: b`),
  'a block scalar header with a letter': value((written) => `|x\n${written}`),
  'a block scalar header with too many digits': value((written) => `|10 ${written}`),
  'a block scalar header with two signs': value((written) => `>-+ ${written}`),
  'an equals sign with spaces': orBelow(inLine((line) => (entry.test(line) ? line.replace(/: +/, ' = ') : undefined))),
  'a section of an INI file': inserted((indent) => `${indent}[section]`, 1),
  'an element of XML': inserted((indent) => `${indent}<a>b</a>`, 1),
  'an entity of HTML': value((written) => `&nbsp;${written} `),
  'a comment of SQL': inserted((indent) => `${indent}-- why`, 1),
  'a comment of an INI file': inserted((indent) => `${indent}; why`, 1),
  'a line continuation of a shell': value((written) => `${written} \\\n`),
  'a second key on a line': value((written) => `a: ${written}`),
  'line numbers': (text) => {
    const lines = text.trimEnd().split('\n');
    return [{ text: lines.map((line, index) => `${index + 1}  ${line}`).join('\n'), lines: [0, lines.length] }];
  },
  'a question mark': value((written) => `? ${written}`),
  'an ellipsis on a line': inserted((indent) => `${indent}…`, 1),
};
