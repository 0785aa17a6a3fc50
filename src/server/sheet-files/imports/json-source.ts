import type { Json } from '../../../engine/json/json.ts'
import { maxColumns } from '../../sheets/index.ts'
import { checkTitle, titlesOf } from './csv-source.ts'
import { ImportFailure } from './import-failure.ts'
import { inBatches } from './in-batches.ts'
import { type ReadObject, readJson } from './read-json.ts'
import { readSlices } from './read-slices.ts'
import type { ImportSource } from './source.ts'

export interface JsonPlan {
  readonly titles: readonly string[]
  /** The keys of all objects, in the order in which they first occur. Older plans have none; their keys are the titles. */
  readonly keys?: readonly string[]
}

export function jsonSource(pieces: () => AsyncIterable<Buffer>): ImportSource<JsonPlan> {
  return {
    async survey() {
      const names = new Set<string>()
      let rows = 0
      for await (const chunk of readJson(readSlices(pieces())))
        for (const object of chunk) addKeys(names, object, ++rows)
      const keys = [...names]
      const titles = titlesOf(keys)
      return { rows, titles, plan: { titles, keys } }
    },
    batches: ({ titles, keys = titles }, skip) =>
      inBatches(titles, rowsOf(keys, readJson(readSlices(pieces()))), skip),
  }
}

function addKeys(keys: Set<string>, object: ReadObject, objectNumber: number) {
  if (Object.keys(object.value).every((key) => keys.has(key))) return
  for (const key of object.keys()) {
    if (key !== '') checkTitle(key, `Object ${objectNumber}`)
    keys.add(key)
  }
  if (keys.size > maxColumns)
    throw new ImportFailure(
      `The objects have more than ${maxColumns} different keys; a sheet has at most ${maxColumns} columns.`,
    )
}

async function* rowsOf(keys: readonly string[], pieces: AsyncIterable<ReadObject[]>) {
  for await (const chunk of pieces)
    yield chunk.map(({ value }) => keys.map((key): Json => (Object.hasOwn(value, key) ? value[key]! : null)))
}
