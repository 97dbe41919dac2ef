import type { MapNode } from '../../manifest/node.ts';
import { type FieldPath, formatPath } from '../../text/fieldPath.ts';
import type { Check, Report, Subject } from '../check.ts';
import { judgeApiService } from './apiService.ts';
import { referencesIn } from './customResources.ts';
import { judgeApiVersion, judgeGroup } from './kinds.ts';
import { type Reference, referencesOf } from './references.ts';
import { judgeRule } from './rules.ts';

/** Names of APIs inside fields: the server takes them as they are, and whoever goes by them finds nothing. */
export const apiReference: Check = {
  codes: [
    {
      code: 'reference-not-served',
      consequences: ['advice'],
      title: 'A field names an API that the target does not serve',
    },
    {
      code: 'built-in-api-service',
      consequences: ['advice'],
      title: 'An APIService for what the API server serves itself',
    },
  ],
  resource(subject, report) {
    if (subject.availability.state !== 'custom' || subject.resource.partial !== undefined) return;
    for (const { reference, object, path } of referencesIn(subject)) judge(object, path, reference, subject, report);
  },
  object({ name }) {
    if (/^apiregistration\.[^.]+\.APIServiceSpec$/.test(name)) return judgeApiService;
    const references = referencesOf(name);
    if (references.length === 0) return undefined;
    return (object, { subject, path }, report) => {
      // The field that holds it, whether it is the value itself or an item of its list.
      const field = /([^.[]+)(?:\[[^\]]*\])?$/.exec(formatPath(path))?.[1] ?? '';
      const reference = references.find((one) => one.in === undefined || one.in.includes(field));
      if (reference !== undefined) judge(object, path, reference, subject, report);
    };
  },
};

function judge(object: MapNode, path: FieldPath, reference: Reference, subject: Subject, report: Report): void {
  if (reference.form === 'rule') judgeRule(object, path, reference, subject, report);
  else if (reference.form === 'apiVersion') judgeApiVersion(object, path, reference, subject, report);
  else judgeGroup(object, path, reference, subject, report);
}
