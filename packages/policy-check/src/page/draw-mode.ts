import { cellWords, groupWords } from '../grid/grid.ts';
import { plainName } from '../grid/plain-name.ts';
import { type Markup, markup } from './markup.ts';
import {
  type GroupPicture,
  type ModePicture,
  type PictureState,
  type ServerPicture,
  type ToolPicture,
  usableTools,
} from './mode-picture.ts';
import { wordsOfGroup, wordsOfServer } from './mode-words.ts';
import { type Card, layOut, maxSquares, squaresPerRow, type WayArrow } from './picture-layout.ts';
import { fitText } from './shown-text.ts';

const width = 960;
const mode = { x: 16, width: 176, height: 92 } as const;
const column = { x: 292, right: 812 } as const;
const indent = 26;
const square = 12;
const step = 15;

/**
 * Draws the permissions of a mode as SVG: the mode, a line to each tool group and server that shows whether the group
 * or server is allowed, limited or denied, and a dashed arrow for each bypass of a restriction. Colours are classes in
 * `reportStyle`; each state also has a distinct sign.
 */
export function drawMode(picture: ModePicture): Markup {
  const { cards, arrows, marks, height } = layOut(picture);
  const centre = Math.max(mode.height / 2 + 16, Math.min(height / 2, 220));
  return markup`<svg class="mgr-picture" viewBox="0 0 ${width} ${Math.max(height, 124)}" role="img" aria-label="${describePicture(picture)}">
${cards.filter(({ kind }) => kind === 'group').map((card) => drawLine(card, centre))}
${drawBranches(cards)}
${drawModeCard(picture, centre)}
${cards.map(drawCard)}
${arrows.map((arrow, index) => drawArrow(arrow, index, arrows.length))}
${marks.map(({ card, numbers }) => drawNumber(column.right, card.y + 4, numbers))}
</svg>`;
}

/** Describes the picture in one sentence, for people who cannot see it. */
export function describePicture({ name, groups, servers, ways }: ModePicture): string {
  const parts = groups.map((group) => `${groupWords[group.group].toLowerCase()}: ${wordsOfGroup(group)}`);
  const reached = servers.filter(({ state }) => state !== 'closed').length;
  return `${fitText(plainName(name), 80)}. ${parts.join('; ')}. Reachable servers: ${reached} of ${servers.length}. Ways around limits: ${ways.length}.`;
}

function drawModeCard({ name, slug, source, ways }: ModePicture, centre: number): Markup {
  const top = centre - mode.height / 2;
  const around =
    ways.length === 0 ? 'no known way around' : `${ways.length} ${ways.length === 1 ? 'way' : 'ways'} around`;
  return markup`<g><rect class="mgr-card mgr-mode" x="${mode.x}" y="${top}" width="${mode.width}" height="${mode.height}" rx="10"/>
<text class="mgr-title" x="${mode.x + 14}" y="${top + 28}">${fitText(plainName(name), 19)}</text>
<text class="mgr-mono" x="${mode.x + 14}" y="${top + 49}">${fitText(slug, 20)}</text>
<text class="mgr-small" x="${mode.x + 14}" y="${top + 66}">${sourceWords[source] ?? source}</text>
<text class="${ways.length === 0 ? 'mgr-small' : 'mgr-small mgr-way-words'}" x="${mode.x + 14}" y="${top + 81}">${around}</text></g>`;
}

const sourceWords: Readonly<Record<string, string>> = {
  project: 'from this project',
  global: "from the user's own modes",
  builtin: 'built in',
};

function drawLine(card: Card, centre: number): Markup {
  const state = stateOf(card);
  const [from, to, end] = [mode.x + mode.width, column.x, card.y + card.height / 2];
  const middle = (from + to) / 2;
  return markup`<path class="mgr-line" data-state="${state}" d="M${from} ${centre}C${middle} ${centre} ${middle} ${end} ${to} ${end}"/>`;
}

/** Draws a line down from the MCP card, with a branch to each server. */
function drawBranches(cards: readonly Card[]): Markup | undefined {
  const root = cards.find(({ id }) => id === 'mcp');
  const children = cards.filter(({ kind }) => kind === 'server' || kind === 'servers');
  const last = children.at(-1);
  if (root === undefined || last === undefined) return undefined;
  const x = column.x + 12;
  const middleOf = (card: Card) => card.y + card.height / 2;
  return markup`<path class="mgr-trunk" d="M${x} ${root.y + root.height}V${middleOf(last)}"/>${children.map(
    (card) =>
      markup`<path class="mgr-branch" data-state="${stateOf(card)}" d="M${x} ${middleOf(card)}H${column.x + indent}"/>`,
  )}`;
}

function drawCard(card: Card): Markup {
  const isChild = card.kind === 'server' || card.kind === 'servers';
  const x = column.x + (isChild ? indent : 0);
  const state = stateOf(card);
  const middle = card.y + card.height / 2;
  const isBeyond = card.kind === 'beyond';
  return markup`<g><rect class="mgr-card${isBeyond ? ' mgr-beyond' : ''}" data-state="${state}" x="${x}" y="${card.y}" width="${column.right - x}" height="${card.height}" rx="8"/>
${isBeyond ? undefined : drawSign(x, middle, state)}
${drawWords(card, x + (isBeyond ? 16 : 24))}</g>`;
}

function stateOf(card: Card): PictureState {
  if (card.kind === 'group') return card.group.state;
  if (card.kind === 'server') return card.server.state;
  return card.kind === 'servers' && card.areClosed ? 'closed' : 'limited';
}

/** Draws a tick, a wave or a cross in a disc, which shows the state without relying on colour. */
function drawSign(x: number, y: number, state: PictureState): Markup {
  return markup`<g class="mgr-sign" data-state="${state}" transform="translate(${x} ${y})"><circle r="10"/><path d="${signs[state]}"/></g>`;
}

const signs: Readonly<Record<PictureState, string>> = {
  open: 'M-4.5 0.5L-1.5 3.5L4.5 -3',
  limited: 'M-5 1.5C-3 -3 -1 -2 0 0S3 3 5 -1.5',
  closed: 'M-3.5 -3.5L3.5 3.5M3.5 -3.5L-3.5 3.5',
};

function drawWords(card: Card, x: number): Markup {
  switch (card.kind) {
    case 'group':
      return drawGroup(card.group, x, card.y);
    case 'server':
      return drawServer(card.server, x, card.y);
    case 'servers':
      return drawTexts(x, card.y, {
        title: card.areClosed
          ? `Closed: ${countOf(card.servers, 'server')}`
          : `And ${countOf(card.servers, 'more server')}`,
        words: card.servers.join(', '),
      });
    case 'beyond':
      return drawTexts(x, card.y, card);
  }
}

function countOf({ length }: readonly string[], word: string): string {
  return `${length} ${word}${length === 1 ? '' : 's'}`;
}

interface Texts {
  readonly title: string;
  readonly words: string;
  readonly state?: string;
}

function drawTexts(x: number, y: number, { title, words, state }: Texts): Markup {
  return markup`<text class="mgr-title" x="${x}" y="${y + 21}">${fitText(title, 42)}</text>
${state === undefined ? undefined : markup`<text class="mgr-small mgr-end" x="${column.right - 14}" y="${y + 21}">${state}</text>`}
<text class="mgr-mono" x="${x}" y="${y + 39}">${fitText(words, Math.floor((column.right - 14 - x) / 7.3))}</text>`;
}

function drawGroup(group: GroupPicture, x: number, y: number): Markup {
  const { files, limits, commands } = group;
  const usable = usableTools(group).map(({ name }) => name);
  const patterns = limits.map(({ pattern }) => pattern);
  const words =
    commands === undefined
      ? patterns.join('  and  ') || usable.join(', ') || 'none of its tools'
      : [`others: ${cellWords[commands.others]}`, ...commands.listed.map(nameCommand)].join(', ');
  return markup`${drawTexts(x, y, { title: groupWords[group.group], words, state: wordsOfGroup(group) })}
${files === undefined ? undefined : drawBar(x, y + 50, files.asked === 0 ? 0 : files.opened / files.asked)}`;
}

function nameCommand({ name, state }: ToolPicture): string {
  return state === 'allowed' ? name : `${name}: ${cellWords[state]}`;
}

function drawBar(x: number, y: number, part: number): Markup {
  const full = column.right - 14 - x;
  // A single accessible file among thousands must be visible.
  const open = part === 0 ? 0 : Math.max(3, Math.round(full * part));
  return markup`<rect class="mgr-bar" x="${x}" y="${y}" width="${full}" height="6" rx="3"/><rect class="mgr-bar-open" x="${x}" y="${y}" width="${open}" height="6" rx="3"/>`;
}

function drawServer(server: ServerPicture, x: number, y: number): Markup {
  const shown = server.tools.slice(0, maxSquares);
  const squares = shown.map(({ name, state }, index) => {
    const [left, top] = [x + (index % squaresPerRow) * step, y + 48 + Math.floor(index / squaresPerRow) * step];
    return markup`<g class="mgr-square" data-state="${state}"><title>${fitText(name, 60)}: ${cellWords[state]}</title><rect x="${left}" y="${top}" width="${square}" height="${square}" rx="3"/>${
      state === 'denied' ? markup`<path d="M${left + 3} ${top + 3}l6 6m0 -6l-6 6"/>` : undefined
    }${state === 'limited' || state === 'unknown' ? markup`<path d="M${left + 3} ${top + 6}h6"/>` : undefined}</g>`;
  });
  const words = `resources: ${cellWords[server.resources]}, other tools: ${cellWords[server.otherTools]}`;
  return markup`${drawTexts(x, y, { title: server.server, words, state: wordsOfServer(server) })}${squares}`;
}

function drawArrow({ from, to, numbers }: WayArrow, index: number, count: number): Markup {
  const out = column.right + 34 + (count === 1 ? 1 : index / (count - 1)) * 70;
  // Arrows that end at the same card are drawn side by side.
  const shift = ((index % 3) - 1) * 7;
  const [start, end] = [from.y + from.height / 2 + shift, to.y + to.height / 2 + shift];
  const x = column.right;
  const path = `M${x} ${start}C${out + 14} ${start} ${out + 14} ${end} ${x + 3} ${end}`;
  return markup`<path class="mgr-way" d="${path}"/><path class="mgr-way-head" d="M${x + 9} ${end - 5}L${x + 2} ${end}L${x + 9} ${end + 5}"/>${drawNumber(x + (out + 14 - x) * 0.75, (start + end) / 2, numbers)}`;
}

function drawNumber(x: number, y: number, numbers: readonly number[]): Markup {
  const text = numbers.length > 3 ? `${numbers.slice(0, 2).join(', ')}, …` : numbers.join(', ');
  const wide = 14 + text.length * 6.5;
  return markup`<g class="mgr-number"><rect x="${x - wide / 2}" y="${y - 10}" width="${wide}" height="20" rx="10"/><text x="${x}" y="${y + 4}">${text}</text></g>`;
}
