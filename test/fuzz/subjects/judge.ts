import fc from 'fast-check';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { objectTexts } from '../objects.ts';
import { checkedAnalysis, inputsOf } from '../properties.ts';
import type { Subject } from '../subject.ts';

/** Texts with manifests, unchanged, mutated and generated. */
export const manifestTexts: fc.Arbitrary<string> = fc.oneof(
  mutated([
    ...corpus('server/src/checks', /\.ya?ml$/),
    ...corpus('server/src/embedded', /\.ya?ml$/),
    ...corpus('server/src/conversion/fixtures', /\.ya?ml$/),
    ...corpus('sample', /\.ya?ml$/),
  ]),
  objectTexts,
);

/** Judges any text, twice with the same result, with each finding at a position in it. */
export const judge: Subject = {
  name: 'judge',
  share: 1,
  inputs: manifestTexts,
  hold(text) {
    checkedAnalysis(text, inputsOf(text));
  },
};
