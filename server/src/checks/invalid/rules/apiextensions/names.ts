import { dns1035Label } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go,
// ValidateCustomResourceDefinitionNames; defaults of pkg/apis/apiextensions/v1/defaults.go.

/** The names of a custom resource. The singular and the list's kind are made from the kind where they are missing. */
export function validateNames(names: Value, errors: ErrorList): void {
  const [plural, singular, kind, listKind] = [
    names.at('plural'),
    names.at('singular'),
    names.at('kind'),
    names.at('listKind'),
  ];
  const singularText = singular.or(kind.text.toLowerCase());
  const listText = listKind.or(kind.empty ? '' : `${kind.text}List`);
  if (plural.empty) errors.required(plural);
  if (singularText === '') errors.required(singular);
  if (kind.empty) errors.required(kind);
  if (listText === '') errors.required(listKind);
  label(plural, plural.text, plural.text, '', errors);
  label(singular, singularText, singularText, '', errors);
  const caseless = 'may have mixed case, but should otherwise match: ';
  label(kind, kind.text, kind.text.toLowerCase(), caseless, errors);
  label(listKind, listText, listText.toLowerCase(), caseless, errors);
  for (const item of [...names.at('shortNames').items, ...names.at('categories').items]) {
    const problem = dns1035Label(item.text).join(',');
    if (problem !== '') errors.invalid(item, problem, item.text);
  }
  if (!kind.empty && kind.text === listText) errors.invalid(listKind, 'kind and listKind may not be the same');
}

function label(field: Value, shown: string, text: string, prefix: string, errors: ErrorList): void {
  const problem = dns1035Label(text).join(',');
  if (text !== '' && problem !== '') errors.invalid(field, `${prefix}${problem}`, shown);
}
