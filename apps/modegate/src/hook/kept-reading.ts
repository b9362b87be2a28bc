import { hash } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type AgentName, renameMcpTools } from '@modegate/agent-hooks';
import { compilePolicy, type PolicyInput } from '@modegate/mode-core';
import type { ProjectPlaces, ReadPlace } from '@modegate/project';
import { stateDir } from '../settings.ts';
import type { SettingsFile } from '../settings-schema.ts';
import {
  type FoundPlace,
  findHookPlace,
  type HookPlace,
  type HookPlaces,
  type JudgedProject,
  readHookPlaces,
  surroundingsOf,
} from './hook-places.ts';
import { fromPlainInput, type PlainInput, toPlainInput } from './plain-input.ts';
import { isSame, parsePlain, stringifyPlain } from './plain-text.ts';

/** What was understood of a project, and the sums of the texts that it was understood from: server files may hold secrets. */
interface Kept {
  /** The program that understood it. */
  readonly program: string;
  readonly found: FoundPlace;
  readonly settings: SettingsFile;
  readonly places: ProjectPlaces;
  readonly plain: PlainInput;
}

/**
 * Loads a project for one call. YAML, JSON and their schemas are read once for each content of its files: what was understood is kept in the
 * user's folder, and counts for exactly these contents. All of them are read for every call.
 */
export async function loadKeptProject(place: HookPlace, agent: AgentName): Promise<JudgedProject> {
  const found = findHookPlace(place);
  const kept = readKept(found);
  if (kept !== undefined && isSame(kept.found, withSum(found))) {
    const { places } = await readHookPlaces(found, kept.settings);
    if (isSame(kept.places, withSums(places))) return compileKept(kept, agent);
  }
  const { parseHookSettings, readHookProject } = await import('./load-hook-project.ts');
  const places = await readHookPlaces(found, parseHookSettings(found));
  return readHookProject(found, places, agent, (input) => keep(found, places, input));
}

function compileKept({ found: { root }, settings, places, plain }: Kept, agent: AgentName): JudgedProject {
  const { now, context } = surroundingsOf(root);
  const policy = compilePolicy(renameMcpTools(agent, { ...fromPlainInput(plain), now, context }));
  return { root, settings, policy, sources: [...places.modes, ...places.servers] };
}

function withSum(found: FoundPlace): FoundPlace {
  return found.settingsText === undefined ? found : { ...found, settingsText: sumOf(found.settingsText) };
}

function withSums({ modes, servers }: ProjectPlaces): ProjectPlaces {
  const withOne = (place: ReadPlace): ReadPlace => {
    const { reading } = place;
    return reading.state === 'read' ? { ...place, reading: { state: 'read', text: sumOf(reading.text) } } : place;
  };
  return { modes: modes.map(withOne), servers: servers.map(withOne) };
}

function sumOf(text: string): string {
  return hash('sha256', text, 'base64');
}

// Another program may understand the same text differently; outside the bundle nothing is kept.
const program = typeof __filename === 'string' ? identify(__filename) : undefined;

function identify(file: string): string | undefined {
  const descriptor = openSync(file, 'r');
  try {
    const { size, mtimeMs, ino } = fstatSync(descriptor);
    return [file, size, mtimeMs, ino, process.version].join();
  } finally {
    closeSync(descriptor);
  }
}

function fileOf({ root, globalConfigDir }: FoundPlace): string {
  const name = encodeURIComponent(`${root}${globalConfigDir === undefined ? '' : `+${globalConfigDir}`}`);
  // Two long paths may share a name; what is in the file tells them apart.
  return join(stateDir(), 'hooks', 'readings', name.slice(-200));
}

const sumLength = 4;

/** Undefined when there is none of this program, whole and written by this user alone. */
function readKept(found: FoundPlace): Kept | undefined {
  try {
    const bytes = readOwn(fileOf(found));
    const content = bytes.subarray(sumLength);
    if (bytes.readUInt32LE(0) !== crc32(content)) return undefined;
    const kept: Kept = parsePlain(content.toString());
    return program !== undefined && kept.program === program ? kept : undefined;
  } catch {
    return undefined;
  }
}

function readOwn(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const { uid, mode } = fstatSync(descriptor);
    const isOthers = process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0);
    if (isOthers) throw new Error('somebody else may have written it');
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** What fails here costs the next call its time, and nothing else. */
function keep(found: FoundPlace, places: HookPlaces, input: PolicyInput): void {
  const all = [...places.places.modes, ...places.places.servers];
  const plain = toPlainInput(input);
  if (program === undefined || plain === undefined || all.some(({ reading }) => reading.state === 'unreadable')) return;
  try {
    const { settings } = places;
    const kept: Kept = { program, found: withSum(found), settings, places: withSums(places.places), plain };
    const text = stringifyPlain(kept);
    // What JSON cannot say is not worth a guess.
    if (!isSame(parsePlain(text), kept)) return;
    const content = Buffer.from(text);
    const sum = Buffer.alloc(sumLength);
    sum.writeUInt32LE(crc32(content));
    const file = fileOf(found);
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(`${file}.${process.pid}`, Buffer.concat([sum, content]), { mode: 0o600, flag: 'wx' });
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // Not every disk can be written.
  }
}
