import type { CallPlace, CallRequests, PermissionRequest } from '../opencode/call-requests.ts';
import { isWithin, resolvePath } from '../opencode/paths.ts';

/** @internal Marks text that refers to a file protected by Kilo; no path begins with this mark. */
export const protectedMark = '\0';

const rootFiles: ReadonlySet<string> = new Set(
  'kilo.json kilo.jsonc opencode.json opencode.jsonc AGENTS.md'.split(' '),
);

/** @internal Marks the edits for which Kilo asks even if a rule allows them: edits to its project and user settings. */
export function protectRequests({ requests, ...rest }: CallRequests, place: CallPlace): CallRequests {
  const isEdit = requests.some(({ permission }) => permission === 'edit');
  const isShell = requests.every(({ permission }) => permission === 'bash' || permission === 'external_directory');
  return {
    ...rest,
    requests: requests.map((request): PermissionRequest => {
      const marks = (text: string | undefined) =>
        text !== undefined &&
        (request.permission === 'edit'
          ? isProtected(text, place)
          : isEdit || !isShell
            ? false
            : request.permission === 'external_directory' && isUserFolder(text.replace(/\/\*$/, ''), place));
      return {
        ...request,
        texts: request.texts.map((forms) => forms.map((text) => (marks(text) ? `${protectedMark}${text}` : text))),
      };
    }),
  };
}

function isProtected(path: string, place: CallPlace): boolean {
  const parts = path.split('/');
  const folder = parts.findIndex((part) => part === '.kilo' || part === '.kilocode');
  if (folder !== -1 && parts[folder + 1] !== 'plans') return true;
  return rootFiles.has(path) || isUserFolder(resolvePath(place.project, path), place);
}

function isUserFolder(path: string, { home }: CallPlace): boolean {
  return ['.config/kilo', '.kilo', '.kilocode'].some((folder) => isWithin(`${home}/${folder}`, path));
}
