/** Phrases that comments must not have, each with the replacement: another language's grammar, or personification. */
const unnaturalPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|anybody|whoever)\b/i, 'name the actor, or use the passive'],
  [/\b(?:is|are|was|were|be|being) told\b|\btold (?:of|at|by|as|apart)\b/i, 'is reported, is known'],
  [/\btells? (?:it|them|whether|which|that|of|from)\b/i, 'whether, identifies'],
  [/\b(?:is|are|was|were|be) said\b|\bsaid of\b/i, 'is reported, the findings'],
  [/\bsays? (?:of|nothing|something)\b|\bspeaks? of\b/i, 'the description of, has no'],
  [/\b(?:stands?|stood) (?:in|at|there|here|behind|beside|below|above|alone|where|elsewhere|on|as it)\b/i, 'is in'],
  [/\bgo(?:es)? by\b/i, 'depends on, uses'],
  [/\blooked (?:at|into|for|through)\b/i, 'read, checked, searched'],
  [/\bin a row\b(?! of)/i, 'consecutive'],
  [/\bupon\b/i, 'on'],
  [/\banew\b/i, 'again'],
  [/\b(?:lies?|lay) (?:in|at|beside|below|outside|there|around|deeper|elsewhere)\b/i, 'is'],
  [/\ban own\b|\ba [\w-]+ of (?:its|their|our) own\b/i, 'its own, a separate'],
  [/\bof what (?:is|are|was|were|stands?|there)\b/i, 'name the thing'],
  [/^(?:In|Of|By|From|For) what\b/, 'name the thing'],
  [/\b(?:made|makes?|becomes?|comes?) of (?:it|them|that|this|what|all|each|a|the)\b/i, 'the result'],
  [/\b(?:as it is|as they are) (?:asked|told|looked)\b/i, 'active voice'],
  [/\bwhen (?:it is|they are) (?:first )?asked for\b/i, 'lazily'],
  [/\b(?:hardly|seldom)\b/i, 'rarely, few'],
  [/\bso far as\b/i, 'as far as'],
  [/\bcannot be told\b|\bno one can tell\b/i, 'is unknown'],
  [/\bslip of the pen\b/i, 'misspelt'],
  [/\bthere is no such\b/i, 'does not exist'],
];

/** A comment of a source text. */
interface Comment {
  /** 1-based. */
  readonly line: number;
  /** Without its markers, on one line. */
  readonly text: string;
}

/**
 * The comments that occupy whole lines of a source text; adjacent `//` lines are one comment. Lines of a template literal
 * that look like comments count as well.
 */
function commentsIn(source: string): readonly Comment[] {
  const found: { line: number; lines: string[] }[] = [];
  let previous = -1;
  for (const [index, line] of source.split('\n').entries()) {
    const text = /^\s*(?:\/\/|\/?\*+)\s?(.*?)(?:\*\/)?\s*$/.exec(line)?.[1];
    if (text === undefined) continue;
    const current = found.at(-1);
    if (previous === index - 1 && current !== undefined && !/^\s*\/\*/.test(line)) current.lines.push(text);
    else found.push({ line: index + 1, lines: [text] });
    previous = index;
  }
  return found.map(({ line, lines }) => ({ line, text: lines.join(' ').trim() }));
}

/** The unnatural phrases in the comments of a source text, each with its line and the replacement. */
export function unnaturalComments(path: string, source: string): readonly string[] {
  return commentsIn(source).flatMap(({ line, text }) =>
    unnaturalPhrases.flatMap(([phrase, instead]) =>
      phrase.test(text) ? [`${path}:${line}: ${instead}: ${text}`] : [],
    ),
  );
}
