import { readFileSync } from 'node:fs';

/** The scenarios that a server was asked about. */
export const journeys = 'test/scenarios/cli/gitJourneysOfServers.txt';

/** What a kube-apiserver refused of the second state of a scenario, after it had stored the first. */
export interface JourneyAnswer {
  readonly title: string;
  readonly refused: readonly { readonly kind: string; readonly name: string; readonly fields: readonly string[] }[];
}

/** The recorded answers. */
export function journeyAnswers(): readonly JourneyAnswer[] {
  const answers: readonly JourneyAnswer[] = JSON.parse(readFileSync(new URL('answers.json', import.meta.url), 'utf8'));
  return answers;
}
