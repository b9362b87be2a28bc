import type { OpenedPool } from './pool/opened-pool.ts';

/** A running instance of a service. */
export interface Instance {
  readonly id: string;
  /** Address at which the other instances reach this one. */
  readonly address: string;
  /** Value that increases while the instance is running. */
  readonly beat: string;
}

/** The instances of a service that share a store. Operations reject with STORE_UNAVAILABLE. */
export interface Instances {
  /** Registers a running instance; returns all instances. */
  readonly beat: (id: string, address: string) => Promise<readonly Instance[]>;
  readonly all: () => Promise<readonly Instance[]>;
  /** Removes an instance; if `beat` is given, removes it only if the instance still has that beat. */
  readonly remove: (id: string, beat?: string) => Promise<void>;
  /** Returns the shared secret with that name; stores `proposed` if there is none yet. */
  readonly secret: (name: string, proposed: string) => Promise<string>;
}

/** Creates the operations; they throw `pg` errors. */
export function createInstances({ pool, schema }: OpenedPool): Instances {
  const all = async () => (await pool.query<Instance>(`SELECT id, address, beat FROM ${schema}.instances`)).rows;
  return {
    all,
    beat: async (id, address) => {
      await pool.query(
        `INSERT INTO ${schema}.instances AS i (id, address, beat) VALUES ($1, $2, 1)
        ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, beat = i.beat + 1`,
        [id, address],
      );
      return all();
    },
    remove: async (id, beat) => {
      const isSame = beat === undefined ? '' : ' AND beat = $2';
      const values = beat === undefined ? [id] : [id, beat];
      await pool.query(`DELETE FROM ${schema}.instances WHERE id = $1${isSame}`, values);
    },
    secret: async (name, proposed) => {
      const kept = `INSERT INTO ${schema}.secrets VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`;
      await pool.query(kept, [name, proposed]);
      const { rows } = await pool.query<{ readonly value: string }>(
        `SELECT value FROM ${schema}.secrets WHERE name = $1`,
        [name],
      );
      return rows[0]?.value ?? proposed;
    },
  };
}
