import type { Store, Tx } from './db/index.ts'

const digitsOnly = /^[1-9]\d{0,14}$/

/** The identifier as an id; null: it can only be a name. */
export const asId = (identifier: string): number | null =>
  digitsOnly.test(identifier) ? Number(identifier) : null

/** The next id that no entity has as its name, so that identifiers stay unambiguous. */
export async function idThatIsNoName(
  store: Store,
  tx: Tx,
  sequence: Parameters<Store['nextId']>[1],
  findNamed: (name: string) => Promise<unknown>,
): Promise<number> {
  for (;;) {
    const id = await store.nextId(tx, sequence)
    if (!(await findNamed(String(id)))) return id
  }
}
