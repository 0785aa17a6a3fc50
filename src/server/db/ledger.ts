/** A newer Galley wrote the data; this version must not change it. */
export class NewerDataError extends Error {
  override readonly name = 'NewerDataError'
}

/** A migration that was applied. Programs before 0.2.0 stored no `reads_from`. */
export interface LedgerRow {
  readonly number: number
  readonly reads_from?: number | null
}

export const schemaOf = (applied: readonly LedgerRow[]): number =>
  Math.max(0, ...applied.map(({ number }) => number))

/**
 * The oldest schema number whose program works on the data: the greatest `reads_from` of the migrations that are newer
 * than `programSchema`.
 */
export function oldestProgram(applied: readonly LedgerRow[], programSchema: number): number {
  const later = applied.filter(({ number }) => number > programSchema)
  return Math.max(0, ...later.map(({ number, reads_from }) => reads_from ?? number))
}

/** @throws NewerDataError if a program of schema `programSchema` does not work on the data. */
export function refuseNewer(applied: readonly LedgerRow[], programSchema: number): void {
  const oldest = oldestProgram(applied, programSchema)
  if (oldest <= programSchema) return
  const schema = schemaOf(applied)
  const allowed = oldest < schema ? ` It can be used by programs with schema ${oldest} or more.` : ''
  throw new NewerDataError(
    `The data is from a newer version of Galley (the schema of the data is ${schema}, that of this program ${programSchema}).${allowed} Start that version, or a newer one.`,
  )
}
