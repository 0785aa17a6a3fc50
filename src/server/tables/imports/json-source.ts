import type { Json, JsonObject } from '../../../engine/columns/json.ts'
import { mostColumns } from '../columns.ts'
import { checkTitle } from './csv-source.ts'
import { ImportFailure } from './import-failure.ts'
import { inBatches } from './in-batches.ts'
import { readJson } from './read-json.ts'
import { readSlices } from './read-slices.ts'
import type { ImportSource } from './source.ts'

export interface JsonPlan {
  /** The keys of all objects, in the order in which they appear. */
  readonly titles: readonly string[]
}

export function jsonSource(pieces: () => AsyncIterable<Buffer>): ImportSource<JsonPlan> {
  return {
    async survey() {
      const titles = new Set<string>()
      let rows = 0
      for await (const some of readJson(readSlices(pieces())))
        for (const object of some) addKeys(titles, object, ++rows)
      return { rows, titles: [...titles], plan: { titles: [...titles] } }
    },
    batches: ({ titles }, skip) => inBatches(titles, rowsOf(titles, readJson(readSlices(pieces()))), skip),
  }
}

function addKeys(titles: Set<string>, object: JsonObject, place: number) {
  for (const key of Object.keys(object)) {
    if (titles.has(key)) continue
    checkTitle(key, `Object ${place}`)
    titles.add(key)
  }
  if (titles.size > mostColumns)
    throw new ImportFailure(
      `The objects have more than ${mostColumns} different keys, as many as a sheet has columns.`,
    )
}

async function* rowsOf(titles: readonly string[], pieces: AsyncIterable<JsonObject[]>) {
  for await (const some of pieces)
    yield some.map((object) =>
      titles.map((title): Json => (Object.hasOwn(object, title) ? object[title]! : null)),
    )
}
