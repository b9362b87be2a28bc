import { useStrings } from '@modegate/restrictions-editor/views';
import { type FormEvent, type ReactElement, useCallback, useMemo, useState } from 'react';
import { createApi } from './api.ts';
import { ProjectPage } from './app.tsx';
import { forgetPageToken, storedToken, storeToken } from './page-token.ts';

/**
 * Requests a token from the user and opens the page with it. The token is sent as a header and stored for this tab
 * only, never in an address or a cookie.
 */
export function LoginForm(): ReactElement {
  const strings = useStrings();
  const [token, setToken] = useState(storedToken);
  const [hasEnded, setHasEnded] = useState(false);
  const api = useMemo(() => (token === undefined ? undefined : createApi(token, strings)), [token, strings]);
  const leave = useCallback((isRefused: boolean) => {
    forgetPageToken();
    setToken(undefined);
    setHasEnded(isRefused);
  }, []);
  const onLocked = useCallback(() => leave(true), [leave]);
  const onLeave = useCallback(() => leave(false), [leave]);
  if (api !== undefined) return <ProjectPage api={api} onLocked={onLocked} onLeave={onLeave} />;
  const enter = (given: string) => {
    storeToken(given);
    setToken(given);
  };
  return <TokenForm hasEnded={hasEnded} onEnter={enter} />;
}

interface TokenFormProps {
  readonly hasEnded: boolean;
  readonly onEnter: (token: string) => void;
}

function TokenForm({ hasEnded, onEnter }: TokenFormProps): ReactElement {
  const strings = useStrings();
  const [text, setText] = useState('');
  const given = text.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isToken(given)) onEnter(given);
  };
  return (
    <main className="mge-surface ui-locked">
      <h1>{strings.product}</h1>
      <form className="ui-login" onSubmit={submit}>
        <h2>{strings.tokenTitle}</h2>
        {hasEnded && (
          <p className="mge-notice" data-kind="error" role="alert">
            {strings.tokenEnded}
          </p>
        )}
        <label className="mge-field">
          {strings.tokenLabel}
          <input
            type="password"
            className="mge-mono"
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <button type="submit" className="mge-button" data-kind="primary" disabled={!isToken(given)}>
          {strings.tokenEnter}
        </button>
        <p className="mge-muted">{strings.tokenNote}</p>
      </form>
    </main>
  );
}

/** True if the text contains only characters that a bearer token may contain (RFC 6750, section 2.1). */
function isToken(text: string): boolean {
  return /^[\w.~+/-]+=*$/.test(text);
}
