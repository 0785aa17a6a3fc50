import type { CompiledQuery } from 'kysely'

export type Unit = readonly CompiledQuery[]

type Sharing = CompiledQuery & { readonly lockOrder?: string }

/**
 * Says that the unit of this statement waits for nobody's locks, so that units of others may be written in one
 * transaction with it; and in which order, because it locks a row that others lock too: two such transactions that did
 * so in another order would wait for each other.
 */
export const sharingTransactions = (query: CompiledQuery, lockOrder: string): CompiledQuery => {
  const sharing: Sharing = { ...query, lockOrder }
  return sharing
}

/** Null for a unit that has its transaction for itself. */
export const lockOrderOf = (unit: Unit): string | null =>
  (unit as readonly Sharing[]).find(({ lockOrder }) => lockOrder !== undefined)?.lockOrder ?? null
