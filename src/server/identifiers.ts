import type { Store, Tx } from './db/index.ts'

const digitsOnly = /^[1-9]\d{0,14}$/

/** The id that an identifier could be; null when it can only be a name. */
export const asId = (identifier: string): number | null =>
  digitsOnly.test(identifier) ? Number(identifier) : null

/** The next id that is nobody's name: an identifier means one thing for as long as that lives. */
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
