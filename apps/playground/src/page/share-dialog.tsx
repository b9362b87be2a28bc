import { Button, Failure, Prose } from '@modegate/restrictions-editor/views';
import { type ReactElement, useEffect, useId, useRef, useState } from 'react';
import type { ShareAnswer } from '../answers/questions.ts';
import type { PlaygroundState } from '../state/playground-state.ts';
import type { Ask } from '../worker/ask-worker.ts';

const maxPlaces = 30;

interface ShareDialogProps {
  readonly ask: Ask;
  readonly state: PlaygroundState;
  readonly onClose: () => void;
}

/**
 * A link with the page's state in its fragment, which browsers do not send to any server, together with a list of the
 * omitted parts.
 */
export function ShareDialog({ ask, state, onClose }: ShareDialogProps): ReactElement {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [answer, setAnswer] = useState<ShareAnswer>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    dialog.current?.showModal();
    ask({ kind: 'share', state }).then(setAnswer, (error: unknown) => setFailure((error as Error).message));
  }, [ask, state]);
  return (
    <dialog ref={dialog} className="pg-dialog" aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>Share this page</h2>
      {failure !== undefined && <Failure text={failure} />}
      {answer === undefined && failure === undefined && <p role="status">Creating a link without secrets…</p>}
      {answer?.state === 'too-long' && (
        <p className="mge-notice" role="status">
          This is too long for a link: {answer.characters.toLocaleString('en')} characters, and at most{' '}
          {answer.maxCharacters.toLocaleString('en')} arrive in one piece everywhere. Leave out the modes that the
          question is not about.
        </p>
      )}
      {answer?.state === 'ready' && <Ready fragment={answer.fragment} places={answer.places} />}
      <div className="mge-bulk pg-dialog-end">
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
    </dialog>
  );
}

function Ready({ fragment, places }: { readonly fragment: string; readonly places: readonly string[] }): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState('');
  const link = `${location.href.split('#')[0] ?? ''}#${fragment}`;
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setStatus('Copied.');
    } catch {
      setStatus('Your browser blocked copying. The link is selected; press Ctrl+C.');
    }
  };
  return (
    <>
      <div className="pg-link">
        <input
          ref={field}
          className="mge-mono"
          readOnly
          aria-label="Link"
          value={link}
          onFocus={(event) => event.target.select()}
        />
        <Button isPrimary onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="mge-muted" role="status">
        {status === ''
          ? `${link.length.toLocaleString('en')} characters. All data is in the part after the #, which browsers do not send to any server.`
          : status}
      </p>
      <Places places={places} />
    </>
  );
}

function Places({ places }: { readonly places: readonly string[] }): ReactElement {
  const named = places.filter((place) => place !== '');
  if (places.length === 0)
    return <p>Nothing in these files looks like a secret, so the link contains them unchanged.</p>;
  return (
    <>
      <p>The link omits everything that is or might be a secret. Removed:</p>
      <ul className="pg-places">
        {named.slice(0, maxPlaces).map((place) => (
          <li key={place} className="mge-code">
            <Prose text={place} />
          </li>
        ))}
        {named.length > maxPlaces && <li>{named.length - maxPlaces} more</li>}
        {named.length < places.length && <li>comments, or text that contains one of these values or a token</li>}
      </ul>
    </>
  );
}
