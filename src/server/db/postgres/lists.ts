import type { CompiledQuery } from 'kysely'
import type { ListColumn } from '../store.ts'

const [betweenFields, nothing, betweenRows] = ['\x1f', '\x1e', '\x1d']

/**
 * The query with all that it finds in one text. The driver reads each field by itself: for a page of 3,000 cells that
 * takes 8 to 10 ms of this process, as one text 3, and the server half a millisecond more.
 */
export function asOneText({ sql, parameters }: CompiledQuery, columns: readonly ListColumn[]) {
  const names = columns.map((_, place) => `c${place}`)
  const fields = names.map((name) => `coalesce(${name}::text, E'\\x1e')`)
  const text = `select string_agg(concat_ws(E'\\x1f', ${fields}), E'\\x1d') as text from (${sql}) as found (${names})`
  return { text, values: parameters as unknown[] }
}

/** What `asOneText` has found; null stands for no row. */
export function listsOf(text: string | null, columns: readonly ListColumn[]): (string | number | null)[][] {
  if (text === null) return []
  return text.split(betweenRows).map((row) => {
    const fields: (string | number | null)[] = row.split(betweenFields)
    if (fields.length !== columns.length) throw new Error('a text of a list has control characters')
    for (let place = 0; place < columns.length; place++)
      if (fields[place] === nothing) fields[place] = null
      else if (columns[place] === 'number') fields[place] = Number(fields[place])
    return fields
  })
}
