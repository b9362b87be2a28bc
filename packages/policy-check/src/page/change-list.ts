import type { Bypass } from '../bypasses/bypass.ts';
import type { SettingChange } from '../diff/diff-settings.ts';
import { groupChanges } from '../diff/group-changes.ts';
import type { PolicyDiff } from '../diff/permission-change.ts';
import { type Markup, markup } from './markup.ts';
import { shownName, shownSentence } from './shown-name.ts';

/** Permissions that a change grants and revokes, or the reason why these permissions are unknown. */
export type Comparison =
  | {
      readonly state: 'compared';
      /** The other side of the comparison, such as a git revision. */
      readonly before: string;
      readonly after: string;
      readonly diff: PolicyDiff;
      /** Permissions that the project settings grant and revoke. Default: no difference. */
      readonly settings?: readonly SettingChange[] | undefined;
      /** Changes for the profiles of other agents. Default: none. */
      readonly profiles?: readonly ProfileSentence[] | undefined;
      /** New bypasses of restrictions, that is, bypasses that did not exist before. */
      readonly newWays: readonly Bypass[];
    }
  | { readonly state: 'failed'; readonly before: string; readonly message: string };

/** A change in the profiles of other agents, described in a sentence. */
export interface ProfileSentence {
  /** `unknown`: the decision before or after the change cannot be determined; this is not considered a grant. */
  readonly direction: 'granted' | 'unknown' | 'tightened' | 'other';
  readonly message: string;
}

const maxChanges = 500;

/**
 * Lists the permissions that a change grants, then the new bypasses of restrictions, then the permissions that the
 * change revokes.
 */
export function changeList(comparison: Comparison): Markup {
  if (comparison.state === 'failed')
    return markup`<p class="mgr-notice">The comparison with ${shownName(comparison.before)} failed: ${shownSentence(comparison.message)}</p>`;
  const { before, after, diff, newWays, settings = [], profiles = [] } = comparison;
  const ofProfiles = (direction: ProfileSentence['direction']) =>
    profiles.filter((one) => one.direction === direction).map(({ message }) => message);
  const changes = [...settings, ...groupChanges(diff)];
  const [grants, takes] = [changes.filter(({ mayGrant }) => mayGrant), changes.filter(({ mayGrant }) => !mayGrant)];
  const isSame = changes.length + newWays.length + profiles.length === 0;
  return markup`<p>${shownName(before)} → ${shownName(after)}</p>
${isSame ? markup`<p>No permission differs.</p>` : undefined}
${modesOf('New', diff.addedModes)}${modesOf('Gone', diff.removedModes)}
${sentences('Grants', 'grant', [...ofProfiles('granted'), ...grants.map(({ message }) => message)])}
${sentences(
  'New ways around',
  'way',
  newWays.map(({ message }) => message),
)}
${sentences('Not settled', 'unknown', ofProfiles('unknown'))}
${sentences('Takes away', 'take', [...ofProfiles('tightened'), ...takes.map(({ message }) => message)])}
${sentences('Other changes', 'other', ofProfiles('other'))}`;
}

function modesOf(word: string, slugs: readonly string[]): Markup | undefined {
  if (slugs.length === 0) return undefined;
  return markup`<p>${word} ${slugs.length === 1 ? 'mode' : 'modes'}: ${slugs.slice(0, 100).map((slug, index) => markup`${index > 0 ? ', ' : ''}<code>${shownName(slug)}</code>`)}.</p>`;
}

function sentences(title: string, kind: string, messages: readonly string[]): Markup | undefined {
  if (messages.length === 0) return undefined;
  const left = messages.length - maxChanges;
  return markup`<h3>${title}</h3><ul class="mgr-changes" data-kind="${kind}">${messages
    .slice(0, maxChanges)
    .map((message) => markup`<li>${shownSentence(message)}</li>`)}</ul>
${left > 0 ? markup`<p class="mgr-muted">${left} more are not shown. <code>modegate diff</code> shows them all.</p>` : undefined}`;
}
