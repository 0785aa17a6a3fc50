import type { Store } from '../db/index.ts'
import { keyIdOf, makeCanary, SealedValueError, type SecretBox } from '../sealing/index.ts'
import { listSealed, replaceSealed, type SealedRow, updateCanary } from './queries.ts'
import { type SealedColumn, sealedFor } from './sealed-columns.ts'

/** Rows in one transaction, so few that concurrent writes wait only milliseconds. */
const stepRows = 100

export interface Rotation {
  /** The id of the key that now seals all values. */
  readonly key: string
  readonly resealed: number
  /** Rows that no key can open, as `table/workspace/id`. If there are any, the canary is not resealed. */
  readonly unreadable: readonly string[]
}

/**
 * Reseals all values with the first key, in steps. An interrupted rotation can be started again: values that are done
 * are skipped. The canary is resealed last, so its key shows that all values are done.
 */
export async function rotateSecrets(
  store: Store,
  box: SecretBox,
  columns: readonly SealedColumn[],
): Promise<Rotation> {
  let resealed = 0
  const unreadable: string[] = []
  for (const column of columns)
    for await (const rows of sealedPages(store, column)) {
      const changes = rows.filter(isStale(box)).flatMap((row) => {
        const value = resealedValue(box, column, row)
        if (!value) unreadable.push(`${column.table}/${row.workspace_id}/${row.id}`)
        return value ? [{ row, value }] : []
      })
      resealed += changes.length
      if (changes.length > 0)
        await store.transact(async (tx) => {
          for (const { row, value } of changes) await replaceSealed(tx, column, row, value)
        })
    }
  if (unreadable.length === 0) await store.transact((tx) => updateCanary(tx, makeCanary(box)))
  return { key: box.keyId, resealed, unreadable }
}

async function* sealedPages(store: Store, column: SealedColumn): AsyncGenerator<SealedRow[]> {
  let after = { workspace_id: 0, id: 0 }
  for (;;) {
    const rows = await listSealed(store.scan, column, after, stepRows)
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last
  }
}

const isStale = (box: SecretBox) => (row: SealedRow) => !isSealedWith(box, row.sealed)

function isSealedWith(box: SecretBox, sealed: Uint8Array): boolean {
  try {
    return keyIdOf(sealed) === box.keyId
  } catch {
    return false
  }
}

function resealedValue(box: SecretBox, column: SealedColumn, row: SealedRow): Uint8Array | null {
  try {
    return box.reseal(row.sealed, sealedFor(column, row.workspace_id, row.id))
  } catch (error) {
    if (error instanceof SealedValueError) return null
    throw error
  }
}
