import type { JsonObject } from '../../../engine/columns/json.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseJson } from '../../http/json.ts'
import { ImportFailure } from './import-failure.ts'
import { ObjectSplitter } from './object-splitter.ts'

/**
 * The objects of a JSON file, a list of them or one after the other, without ever holding the whole file.
 * @throws ImportFailure with the number of the object.
 */
export async function* readJson(slices: AsyncIterable<Buffer>): AsyncGenerator<JsonObject[]> {
  const splitter = new ObjectSplitter()
  let count = 0
  for await (const slice of slices) {
    const texts = splitter.push(slice)
    yield texts.map((text) => objectOf(text, ++count))
  }
  splitter.end()
}

/** Whole numbers that a double cannot hold stay their digits. */
function objectOf(text: Buffer, place: number): JsonObject {
  try {
    return parseJson(text, 'digits') as JsonObject
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ImportFailure(`Object ${place}: ${error.message.replace('the body', 'it')}.`)
  }
}
