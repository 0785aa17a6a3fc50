import type { Json } from '../../../engine/json/json.ts'
import { chunksOf, type EachText, eachText, joinedTexts } from '../../db/index.ts'
import { Pace } from '../../pacing/pace.ts'
import type { Batch } from './source.ts'

/** Rows in their stored form, for the columns with these numbers. */
export interface SerializedRows {
  readonly columns: readonly number[]
  readonly texts: EachText
}

/** Rows that are serialized without a pause. */
const rowsPerTurn = 100
/** Characters that are serialized without a pause. 8 MB of quotes would take 100 ms at once. */
const charactersPerTurn = 64 * 1024

/** Serializes rows in slices, before the transaction, which blocks all other writes. */
export async function serializeRows(
  columns: readonly number[],
  rows: Batch['rows'],
): Promise<SerializedRows> {
  const keys = columns.map((number) => `${JSON.stringify(String(number))}:`)
  const pace = new Pace()
  const pieces: EachText[] = []
  for (const chunk of chunksOf(rows, rowsPerTurn)) {
    await pace.pause()
    const short: string[][] = []
    for (const row of chunk) {
      if (!row.some(isLong)) short.push([await rowText(keys, row, pace)])
      else {
        pieces.push(eachText(short.splice(0)))
        pieces.push(`[[${await textJson(await rowText(keys, row, pace), pace)}]]` as EachText)
      }
    }
    pieces.push(eachText(short))
  }
  return { columns, texts: joinedTexts(pieces) }
}

const isLong = (value: Json) => typeof value === 'string' && value.length > charactersPerTurn

async function rowText(keys: readonly string[], row: readonly Json[], pace: Pace): Promise<string> {
  const fields: string[] = []
  for (const [index, value] of row.entries()) {
    if (value === null) continue
    const json = isLong(value) ? await textJson(value as string, pace) : JSON.stringify(value)
    fields.push(keys[index] + json)
  }
  return `{${fields.join()}}`
}

/** Serializes a long text in slices. */
async function textJson(text: string, pace: Pace): Promise<string> {
  const pieces: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + charactersPerTurn
    // JSON would escape a half of a surrogate pair.
    const to = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
    pieces.push(JSON.stringify(text.slice(from, to)).slice(1, -1))
    from = to
    await pace.pause()
  }
  return `"${pieces.join('')}"`
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff
