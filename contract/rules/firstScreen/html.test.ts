import { expect, test } from 'vitest';
import { createHtml, joinHtml } from './html.ts';

test('an element contains its children and its attributes, under their HTML names', () => {
  const shape = createHtml('path', { className: 'free', strokeWidth: '2' });
  const picture = createHtml('svg', { viewBox: '0 0 1 1', 'aria-hidden': 'true' }, shape);
  expect(createHtml('p', null, 'Free ', picture, null, undefined).html).toBe(
    '<p>Free <svg viewBox="0 0 1 1" aria-hidden="true"><path class="free" stroke-width="2"/></svg></p>',
  );
  expect(createHtml('i').html).toBe('<i></i>');
});

test('every text and every attribute is escaped', () => {
  const evil = `</b><script>alert("1")</script> & ' $& $1`;
  const escaped =
    '&lt;/b&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39; $&amp; $1';
  expect(createHtml('b', { title: evil }, evil).html).toBe(`<b title="${escaped}">${escaped}</b>`);
  expect(joinHtml([evil])).toBe(escaped);
});

test('HTML contains only the attributes that are strings, not handlers or states of the app', () => {
  const attributes = {
    href: '/',
    onClick: () => undefined,
    state: {},
    tabIndex: -1,
    id: undefined,
  };
  expect(createHtml('a', attributes).html).toBe('<a href="/"></a>');
});
