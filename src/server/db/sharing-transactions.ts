import type { CompiledQuery } from 'kysely'

export type Unit = readonly CompiledQuery[]

type Sharing = CompiledQuery & { readonly lockOrder?: string }

/**
 * Marks a statement whose unit may share a transaction with other units. Units are sorted by `lockOrder`, the name of a
 * row that several units lock, so that two transactions cannot deadlock.
 */
export const sharingTransactions = (query: CompiledQuery, lockOrder: string): CompiledQuery => {
  const sharing: Sharing = { ...query, lockOrder }
  return sharing
}

/** Null for a unit that needs its own transaction. */
export const lockOrderOf = (unit: Unit): string | null =>
  (unit as readonly Sharing[]).find(({ lockOrder }) => lockOrder !== undefined)?.lockOrder ?? null
