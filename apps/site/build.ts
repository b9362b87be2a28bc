// Builds the site into apps/site/dist and checks it: `node apps/site/build.ts`. SITE_BASE is the path under which the
// site is served; the default is `/`.
import { cpSync, existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { siteFailures } from './site-failures.ts';

const site = join(import.meta.dirname, 'dist');
const playground = join(import.meta.dirname, '../playground/dist');

// A link to a missing document ends the build.
await build(import.meta.dirname);
if (existsSync(join(playground, 'index.html'))) cpSync(playground, join(site, 'playground'), { recursive: true });
const failures = [...siteFailures(site, process.env.SITE_BASE ?? '/')];
if (globSync('assets/**/*localSearchIndex*', { cwd: site }).length === 0)
  failures.push('The site has no search index.');
for (const failure of failures) process.stderr.write(`✗ ${failure}\n`);
process.stdout.write(`docs:site: ${globSync('**/*.html', { cwd: site }).length} pages, ${failures.length} problems\n`);
process.exitCode = failures.length === 0 ? 0 : 1;
