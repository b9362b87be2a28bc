import { createRandom, pick, pickSome } from '../support/random.mjs';

const verbs = ['get', 'list', 'search', 'create', 'update', 'delete'];
const nouns = 'issue comment branch file page query table row alert event user job'.split(' ');
const services = 'github gitlab jira linear postgres mysql redis grafana sentry slack'.split(' ');
const stages = ['dev', 'prod'];

/** What each rule of a mode matches: how it names the server, and how it names the tool. */
const allowShapes = [
  ['exact', 'exact'],
  ['exact', 'exact'],
  ['exact', 'prefix'],
  ['exact', 'suffix'],
  ['exact', 'any'],
  ['any', 'exact'],
  ['prefix', 'suffix'],
  ['suffix', 'prefix'],
];
const denyShapes = [
  ['any', 'exact'],
  ['exact', 'suffix'],
  ['prefix', 'exact'],
  ['suffix', 'suffix'],
];

/**
 * File limits as modes carry them, a regular expression, and the same set of paths as wildcards (`*` is any run of characters),
 * for engines without regular expressions. The reference reads the expression, so a wrong translation is a disagreement.
 */
const fileLimits = [
  { fileRegex: '\\.md$', globs: ['*.md'] },
  { fileRegex: '\\.(md|mdx|txt)$', globs: ['*.md', '*.mdx', '*.txt'] },
  { fileRegex: '\\.tsx?$', globs: ['*.ts', '*.tsx'] },
  { fileRegex: '^docs/', globs: ['docs/*'] },
  { fileRegex: '^docs/.*\\.mdx?$', globs: ['docs/*.md', 'docs/*.mdx'] },
  { fileRegex: '^(src|test)/.*\\.ts$', globs: ['src/*.ts', 'test/*.ts'] },
  { fileRegex: '(\\.test\\.ts|\\.test\\.js)$', globs: ['*.test.ts', '*.test.js'] },
  { fileRegex: '^src/', globs: ['src/*'] },
  { fileRegex: '\\.(css|html)$', globs: ['*.css', '*.html'] },
  { fileRegex: '^(docs|src|test)/', globs: ['docs/*', 'src/*', 'test/*'] },
];

const folders = ['', 'docs/', 'docs/guide/', 'src/', 'src/web/', 'src/web/forms/', 'test/', 'scripts/'];
const stems = ['README', 'index', 'login', 'login.test', 'plan', 'notes'];
const extensions = ['.md', '.mdx', '.txt', '.ts', '.tsx', '.js', '.css', '.html', '.py', '.go'];

const mcpShare = 0.75;

/** The world of the comparison: who may ask for what, in words that belong to no engine. */
export function createWorld({ modeCount = 50, requestCount = 4096, seed = 20_261_120 } = {}) {
  const random = createRandom(seed);
  const servers = createServers(random);
  const modes = Array.from({ length: modeCount }, (_, index) => createMode(random, { index, servers }));
  const requests = Array.from({ length: requestCount }, () => createRequest(random, { modes, servers }));
  return { servers, modes, requests };
}

/** 20 servers of 30 tools each: six verbs on five of the nouns. */
function createServers(random) {
  return services.flatMap((service) =>
    stages.map((stage) => {
      const subjects = pickSome(random, nouns, 5);
      return {
        name: `${service}-${stage}`,
        tools: verbs.flatMap((verb) => subjects.map((noun) => `${verb}_${noun}`)),
      };
    }),
  );
}

function createMode(random, { index, servers }) {
  const rules = (shapes) => shapes.map((shape) => createRule(random, { shape, servers }));
  return { slug: `mode-${index}`, allow: rules(allowShapes), deny: rules(denyShapes), files: pick(random, fileLimits) };
}

function createRule(random, { shape: [serverShape, toolShape], servers }) {
  const server = pick(random, servers);
  const tool = pick(random, server.tools);
  return {
    server: widen(serverShape, server.name, '-'),
    tool: widen(toolShape, tool, '_'),
  };
}

/** A pattern of the given shape that matches the name: `get_issue`, `get_*`, `*_issue` or `*`. */
function widen(shape, name, separator) {
  const at = name.indexOf(separator);
  switch (shape) {
    case 'exact':
      return name;
    case 'prefix':
      return `${name.slice(0, at + 1)}*`;
    case 'suffix':
      return `*${name.slice(at)}`;
    default:
      return '*';
  }
}

function createRequest(random, { modes, servers }) {
  const { slug } = pick(random, modes);
  if (random() < mcpShare) {
    const server = pick(random, servers);
    return { kind: 'mcp', mode: slug, server: server.name, tool: pick(random, server.tools) };
  }
  return {
    kind: 'edit',
    mode: slug,
    path: `${pick(random, folders)}${pick(random, stems)}${pick(random, extensions)}`,
  };
}
