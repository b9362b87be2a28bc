import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const script = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on a page, in short. The page's own policy keeps axe out, unless its context bypasses it. */
export async function violations(page: Page): Promise<readonly unknown[]> {
  await page.addScriptTag({ content: script });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run: (options: object) => Promise<{
          violations: readonly { id: string; nodes: readonly { html: string; failureSummary?: string }[] }[];
        }>;
      };
    };
    const found = await axe.run({ resultTypes: ['violations'] });
    return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html.slice(0, 200), nodes[0]?.failureSummary]);
  });
}
