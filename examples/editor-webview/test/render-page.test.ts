import { expect, test } from 'vitest';
import { renderPage } from '../src/render-page.ts';

const parts = { script: 'https://files.test/webview.js', styles: 'https://files.test/webview.css' };
const render = (mode = 'docs') => renderPage({ ...parts, cspSource: 'https://files.test', mode });
const nonces = (html: string) => [...html.matchAll(/nonce(?:-|=")([\w-]+)/g)].map(([, nonce]) => nonce);

test('the content security policy contains the nonce of the script, which differs per page', () => {
  const [inPolicy, ofScript, ...others] = nonces(render());
  expect(inPolicy).toMatch(/^[\w-]{22}$/);
  expect(ofScript).toBe(inPolicy);
  expect(others).toEqual([]);
  expect(nonces(render())).not.toContain(inPolicy);
  expect(render()).not.toMatch(/unsafe-|\*/);
});

test('a slug is rendered as text, whatever it contains', () => {
  expect(render('"><script>alert(1)</script>')).toContain(
    'data-mode="&#34;&#62;&#60;script&#62;alert(1)&#60;/script&#62;"',
  );
});
