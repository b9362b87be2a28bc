import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type UserConfig } from 'vitepress';
import { slugify } from './headings.ts';
import { home } from './home.ts';
import { addressOf, otherFiles, pageOf, resolveLink, root } from './pages.ts';
import { createSidebar } from './sidebar.ts';

type VitePlugin = Exclude<
  NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number],
  false | null | undefined | Promise<unknown> | readonly unknown[]
>;

const hasPlayground = existsSync(join(root, 'apps/playground/dist/index.html'));

/** The pages become modules that import Vue, which cannot be resolved outside this folder. */
const resolveVueForPages: VitePlugin = {
  name: 'vue-for-pages',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!/^vue(\/|$)/.test(id) || importer === undefined || !importer.endsWith('.md')) return null;
    return this.resolve(id, import.meta.filename, { skipSelf: true });
  },
};

const repository = 'https://github.com/modegate/modegate';

export default defineConfig({
  title: 'Modegate',
  description: 'What a coding agent may do in each mode, and the rule behind every refusal.',
  lang: 'en-GB',
  base: process.env.SITE_BASE ?? '/',
  srcDir: '../..',
  srcExclude: ['**/dist/**', ...otherFiles],
  outDir: './dist',
  cacheDir: './node_modules/.vitepress',
  rewrites: (page) => addressOf(page),
  lastUpdated: false,
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify },
    config(markdown) {
      // Links in a document are written for the repository; on the site, each page has a different address.
      markdown.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const link = token.attrGet('href');
          if (token.type === 'link_open' && link !== null) token.attrSet('href', resolveLink(pageOf(env.path), link));
        }
      });
    },
  },
  transformPageData(page) {
    if (page.relativePath === 'index.md') return { frontmatter: home };
  },
  vite: { plugins: [resolveVueForPages] },
  themeConfig: {
    nav: [
      { text: 'Restrictions', link: '/restrictions.html' },
      { text: 'Agents', link: '/hooks.html' },
      { text: 'Gateway', link: '/gateway.html' },
      { text: 'Rules', link: '/rules/' },
      { text: 'API', link: '/api/' },
      ...(hasPlayground ? [{ text: 'Playground', link: '/playground/', target: '_self' }] : []),
    ],
    sidebar: createSidebar(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    footer: { message: 'MIT licence.' },
  },
});
