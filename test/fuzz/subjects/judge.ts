import fc from 'fast-check';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { objectTexts } from '../objects.ts';
import { checkedAnalysis, inputsOf } from '../properties.ts';
import type { Subject } from '../subject.ts';

/** Texts that hold manifests, whole, changed and generated. */
export const manifestTexts: fc.Arbitrary<string> = fc.oneof(
  mutated([
    ...corpus('server/src/checks', /\.ya?ml$/),
    ...corpus('server/src/embedded', /\.ya?ml$/),
    ...corpus('server/src/conversion/fixtures', /\.ya?ml$/),
    ...corpus('sample', /\.ya?ml$/),
  ]),
  objectTexts,
);

/** Judges any text, twice alike, with each finding at a place in it. */
export const judge: Subject = {
  name: 'judge',
  share: 1,
  inputs: manifestTexts,
  hold(text) {
    checkedAnalysis(text, inputsOf(text));
  },
};
