import { findTool } from '@modegate/mode-core/tools';
import type { Bypass } from '../bypasses/bypass.ts';
import type { PermissionSubject } from '../matrix/permission-row.ts';
import type { GroupPicture, ModePicture, ServerPicture } from './mode-picture.ts';

/** A card of the picture with its position, in the units of the drawing. */
export type Card = { readonly id: string; readonly y: number; readonly height: number } & (
  | { readonly kind: 'group'; readonly group: GroupPicture }
  | { readonly kind: 'server'; readonly server: ServerPicture }
  /** Servers on which nothing is usable, and servers that do not fit in the picture. */
  | { readonly kind: 'servers'; readonly servers: readonly string[]; readonly areClosed: boolean }
  /** Target of a bypass of a restriction that is not a group. */
  | { readonly kind: 'beyond'; readonly title: string; readonly words: string }
);

/**
 * An arrow from the card that makes a bypass possible to the target of that bypass; `numbers` are positions in the list
 * of bypasses, starting at 1.
 */
export interface WayArrow {
  readonly from: Card;
  readonly to: Card;
  readonly numbers: readonly number[];
}

/** Positions of everything that is drawn. */
export interface PictureLayout {
  readonly cards: readonly Card[];
  readonly arrows: readonly WayArrow[];
  /** Bypasses that stay within one card; their numbers are shown next to the card. */
  readonly marks: readonly { readonly card: Card; readonly numbers: readonly number[] }[];
  readonly height: number;
}

/** Number of tools in one row of squares. */
export const squaresPerRow = 30;
const maxSquareRows = 3;
/** Maximum number of squares on a card. */
export const maxSquares = squaresPerRow * maxSquareRows;

const margin = 16;
const gap = 10;
const maxServers = 24;

/** Arranges the cards of a picture one below another and determines the arrows between them. */
export function layOut(picture: ModePicture): PictureLayout {
  let y = margin;
  const cards = listCards(picture).map((card) => {
    const placed = { ...card, y };
    y += card.height + gap;
    return placed;
  });
  return { cards, ...connect(picture.ways, cards), height: y - gap + margin };
}

type Unplaced = Card extends infer One ? (One extends Card ? Omit<One, 'y'> : never) : never;

function listCards({ groups, servers, ways }: ModePicture): readonly Unplaced[] {
  return [
    ...groups.flatMap((group): readonly Unplaced[] => {
      const card = { kind: 'group', id: group.group, height: groupHeight(group), group } as const;
      return group.group === 'mcp' ? [card, ...serverCards(servers)] : [card];
    }),
    ...beyondCards(ways),
  ];
}

function groupHeight({ files, limits }: GroupPicture): number {
  if (files !== undefined) return 70;
  return limits.length > 0 ? 52 : 48;
}

function serverCards(servers: readonly ServerPicture[]): readonly Unplaced[] {
  const used = servers.filter(({ state }) => state !== 'closed');
  const closed = servers.filter(({ state }) => state === 'closed').map(({ server }) => server);
  const [shown, left] = [used.slice(0, maxServers), used.slice(maxServers).map(({ server }) => server)];
  const summary = (names: readonly string[], areClosed: boolean): readonly Unplaced[] =>
    names.length === 0
      ? []
      : [{ kind: 'servers', id: areClosed ? 'closed-servers' : 'more-servers', height: 48, servers: names, areClosed }];
  return [
    ...shown.map(
      (server): Unplaced => ({ kind: 'server', id: serverId(server.server), height: serverHeight(server), server }),
    ),
    ...summary(left, false),
    ...summary(closed, true),
  ];
}

function serverHeight({ tools }: ServerPicture): number {
  return 48 + Math.min(maxSquareRows, Math.ceil(tools.length / squaresPerRow)) * 15 + (tools.length > 0 ? 4 : 0);
}

function beyondCards(ways: readonly Bypass[]): readonly Unplaced[] {
  const isAbout = (kind: Bypass['kind']) => (way: Bypass) => way.kind === kind;
  const wider = ways.filter(isAbout('wider-mode')).flatMap(({ modes }) => modes);
  const card = (id: string, title: string, words: string): Unplaced => ({
    kind: 'beyond',
    id,
    height: 48,
    title,
    words,
  });
  return [
    ...(ways.some(isAbout('own-rules'))
      ? [card('own-rules', 'Its own rules', 'the files that this picture is based on')]
      : []),
    ...(wider.length > 0 ? [card('wider-modes', 'Modes that may do more', wider.join(', '))] : []),
  ];
}

function connect(ways: readonly Bypass[], cards: readonly Card[]): Pick<PictureLayout, 'arrows' | 'marks'> {
  const cardOf = (id: string) =>
    cards.find((card) => card.id === id) ?? cards.find(({ id: other }) => other === 'more-servers');
  const found = new Map<string, WayArrow & { readonly numbers: number[] }>();
  for (const [index, way] of ways.entries()) {
    const target = targets[way.kind];
    for (const source of new Set(way.through.map(sourceOf))) {
      const from = cardOf(source);
      const to = target === undefined ? from : cardOf(target);
      if (from === undefined || to === undefined) continue;
      const key = JSON.stringify([from.id, to.id]);
      const arrow = found.get(key) ?? { from, to, numbers: [] };
      arrow.numbers.push(index + 1);
      found.set(key, arrow);
    }
  }
  const all = [...found.values()];
  const marks = all.filter(({ from, to }) => from === to).map(({ from, numbers }) => ({ card: from, numbers }));
  return { arrows: all.filter(({ from, to }) => from !== to), marks };
}

function serverId(server: string): string {
  return `server ${server}`;
}

function sourceOf(subject: PermissionSubject): string {
  if ('server' in subject) return serverId(subject.server);
  if (subject.kind === 'command') return 'command';
  return subject.kind === 'tool' ? (findTool(subject.tool)?.group ?? 'always') : 'mcp';
}

/** Card to which each kind of bypass leads; undefined if the bypass stays within its own card. */
const targets: Readonly<Record<Bypass['kind'], string | undefined>> = {
  'file-limit-by-command': 'edit',
  'file-limit-by-mcp': 'edit',
  'read-only-by-command': 'edit',
  'read-only-by-mcp': 'edit',
  'read-limit-by-command': 'read',
  'own-rules': 'own-rules',
  'wider-mode': 'wider-modes',
  'open-resources': undefined,
  'later-tools': undefined,
};
