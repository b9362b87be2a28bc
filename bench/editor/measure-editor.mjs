import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { bundlePage } from '../../packages/restrictions-editor/test/browser/support/bundle-page.ts';
import { launchChromium } from '../../packages/restrictions-editor/test/browser/support/chromium.ts';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatTable } from '../support/table.mjs';

const contestants = [
  { title: 'the editor', query: '' },
  { title: 'a plain list of every row', query: '?plain' },
];
const word = 'tool_7_42';

/** First render and keystroke to paint in Chromium, with 20 servers of 100 tools: the editor beside a list that draws every row. */
export async function measureEditor({ quick }) {
  const [browser, page] = await Promise.all([launchChromium(), servePage(await bundlePage('two-thousand-tools.tsx'))]);
  try {
    const rounds = quick ? 3 : 15;
    const samples = contestants.map(() => ({ firstMs: [], keyMs: [], nodes: 0 }));
    for (let round = 0; round <= rounds; round++)
      for (const [index, { query }] of contestants.entries()) {
        const sample = await visit(browser, page.url + query);
        // One round is not counted.
        if (round === 0) continue;
        samples[index].firstMs.push(sample.firstMs);
        samples[index].keyMs.push(...sample.keyMs);
        samples[index].nodes = sample.nodes;
      }
    const failures = samples.flatMap(({ keyMs }, index) =>
      keyMs.length === rounds * word.length ? [] : [`${contestants[index].title}: not every key was painted`],
    );
    return { title: 'editor: 2,000 tools in Chromium', failures, ...report(samples) };
  } finally {
    await browser.close();
    page.close();
  }
}

async function visit(browser, url) {
  const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
  try {
    await page.goto(url);
    await page.waitForFunction(() => globalThis.firstPaintMs !== undefined);
    const firstMs = await page.evaluate(() => globalThis.firstPaintMs);
    const nodes = await page.evaluate(() => document.querySelectorAll('*').length);
    await page.locator('input[type=search]').focus();
    await page.keyboard.type(word, { delay: 60 });
    await page.waitForFunction((count) => globalThis.keyMs.length >= count, word.length);
    return { firstMs, nodes, keyMs: await page.evaluate(() => globalThis.keyMs) };
  } finally {
    await page.close();
  }
}

function report(samples) {
  const rows = samples.map(({ firstMs, keyMs, nodes }, index) => ({
    what: contestants[index].title,
    firstMs: median(firstMs),
    keyMs: median(keyMs),
    keyP95Ms: quantile(keyMs, 0.95),
    nodes,
  }));
  const table = formatTable(
    ['2,000 tools', 'first render', 'key to paint', 'p95', 'elements'],
    rows.map((row) => [row.what, formatMs(row.firstMs), formatMs(row.keyMs), formatMs(row.keyP95Ms), `${row.nodes}`]),
  );
  return { table, rows };
}

async function servePage(script) {
  const styles = readFileSync(new URL('../../packages/restrictions-editor/dist/styles.css', import.meta.url), 'utf8');
  const html =
    '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/styles.css"><main id="root"></main><script type="module" src="/page.js"></script>';
  const assets = {
    '/': ['text/html', html],
    '/page.js': ['text/javascript', script],
    '/styles.css': ['text/css', styles],
  };
  const server = createServer((request, response) => {
    const [type, body] = assets[new URL(request.url, 'http://localhost').pathname] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
