import assert from 'node:assert/strict';
import { remoteChart } from './remoteChart.ts';

describe('the command that renders a remote chart', () => {
  const commandOf = (release: string, chart: string, version: string): string | undefined =>
    remoteChart(
      {
        document: 0,
        release,
        namespace: 'web',
        chart,
        version,
        from: { url: 'https://charts.example.com' },
        delivery: undefined,
      },
      [],
    ).detail.split(': ')[1];

  it('quotes each word for a shell', () => {
    assert.equal(
      commandOf('web', 'site', '1.2.*'),
      'helm template web site --repo=https://charts.example.com --namespace=web',
    );
    assert.equal(
      commandOf("it's; rm", 'site', '1.2.3'),
      "helm template 'it'\\''s; rm' site --repo=https://charts.example.com --version=1.2.3 --namespace=web",
    );
  });

  it('takes no option from the repository', () => {
    assert.equal(
      commandOf('--post-renderer=./evil.sh', '-fevil.yaml', '1.2.3'),
      'helm template ./--post-renderer=./evil.sh ./-fevil.yaml --repo=https://charts.example.com --version=1.2.3 --namespace=web',
    );
  });
});
