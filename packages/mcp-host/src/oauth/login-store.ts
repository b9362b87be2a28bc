import type { Login, LoginKey } from './login-record.ts';

/** Where logins are kept. What it throws is an error for people that shows no token. */
export interface LoginStore {
  /** The login of a server now; asked before every request, so it is to be quick. */
  find(key: LoginKey): Promise<Login | undefined>;
  /** Keeps a login, in place of the one that the same server has from the same issuer. */
  save(login: Login): Promise<void>;
  /** Removes and returns what the server has from every issuer. */
  remove(key: LoginKey): Promise<readonly Login[]>;
  /** Runs something while no other process does the same for this server. */
  alone<Result>(key: LoginKey, run: () => Promise<Result>): Promise<Result>;
}
