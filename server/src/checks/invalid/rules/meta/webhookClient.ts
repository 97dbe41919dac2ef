import { dnsSubdomain } from '../../../../formats/dns.ts';
import { portNumber } from '../../../../formats/number.ts';
import { parseUrl } from '../../../../formats/url.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: k8s.io/apiserver/pkg/util/webhook/validation.go.

const form = '; desired format: https://host[/path]';

/** The URL of a webhook: `ValidateWebhookURL`. */
export function validateWebhookUrl(url: Value, errors: ErrorList): void {
  const parsed = parseUrl(url.text);
  if (typeof parsed === 'string') {
    errors.required(url, `url must be a valid URL: ${parsed}${form}`);
    return;
  }
  const { scheme, host, user, fragment, query } = parsed;
  if (scheme !== 'https') errors.invalid(url, `'https' is the only allowed URL scheme${form}`, scheme);
  if (host === '') errors.invalid(url, `host must be specified${form}`, '');
  if (user !== undefined) errors.invalid(url, 'user information is not permitted in the URL', user);
  if (fragment !== '') errors.invalid(url, 'fragments are not permitted in the URL', fragment);
  if (query !== '') errors.invalid(url, 'query parameters are not permitted in the URL', query);
}

/**
 * The service of a webhook: `ValidateWebhookService`. The server calls it with name and namespace the wrong way round,
 * so it reports each at the other's place.
 */
export function validateWebhookService(service: Value, errors: ErrorList): void {
  const [name, namespace, port, path] = [
    service.at('name'),
    service.at('namespace'),
    service.at('port'),
    service.at('path'),
  ];
  if (name.empty) errors.required(namespace);
  if (namespace.empty) errors.required(name);
  const wrong = portNumber(port.number ?? 443);
  if (wrong.length > 0) errors.invalid(port, `port is not valid: ${wrong.join(', ')}`);
  if (path.present) validatePath(path, errors);
}

function validatePath(path: Value, errors: ErrorList): void {
  const { text } = path;
  if (text === '' || text === '/') return;
  if (text === '//') {
    errors.invalid(path, 'segment[0] may not be empty');
    return;
  }
  if (!text.startsWith('/')) errors.invalid(path, "must start with a '/'");
  const rest = text.slice(1);
  for (const [index, step] of (rest.endsWith('/') ? rest.slice(0, -1) : rest).split('/').entries()) {
    if (step === '') errors.invalid(path, `segment[${index}] may not be empty`);
    else
      errors.invalid(
        path,
        dnsSubdomain(step).map((problem) => `segment[${index}]: ${problem}`),
      );
  }
}
