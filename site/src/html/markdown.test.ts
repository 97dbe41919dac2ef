import assert from 'node:assert/strict';
import { htmlOf } from './markdown.ts';

describe('Markdown as HTML', () => {
  const html = (text: string) => htmlOf(text, (href) => (href.startsWith('https:') ? href : undefined));

  it('shows HTML as text', () => {
    const hostile = 'a <img src=x onerror=alert(1)>\n\n<script>alert(1)</script>\n\n`<b>`\n\n```\n<i>\n```\n';
    assert.doesNotMatch(html(hostile), /<(img|script|b|i)\b/);
    assert.match(html(hostile), /&lt;script&gt;/);
  });

  it('links only to existing pages', () => {
    assert.equal(
      html('[a](https://example.com/?a=1&b="2")').trim(),
      '<p><a href="https://example.com/?a=1&amp;b=&quot;2&quot;">a</a></p>',
    );
    assert.equal(html('[a](javascript:alert(1)) ![b](c.png)').trim(), '<p>a b</p>');
  });

  it('gives headings the anchors that repositories give them, each once', () => {
    assert.match(html('# What is `right`?\n\n# What is right?\n'), /id="what-is-right".*\n.*id="what-is-right-1"/);
  });
});
