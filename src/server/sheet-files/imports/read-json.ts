import type { JsonObject } from '../../../engine/json/json.ts'
import { Refusal } from '../../../engine/refusal.ts'
import { parseJson } from '../../http/json.ts'
import { ImportFailure } from './import-failure.ts'
import { keysInOrder } from './keys-in-order.ts'
import { ObjectSplitter } from './object-splitter.ts'

export interface ReadObject {
  readonly value: JsonObject
  /** The keys in the order of the file. */
  keys(): readonly string[]
}

/**
 * Yields the objects of a JSON file, which is a list or one object after the other, in bounded memory.
 * @throws ImportFailure that names the number of the object.
 */
export async function* readJson(slices: AsyncIterable<Buffer>): AsyncGenerator<ReadObject[]> {
  const splitter = new ObjectSplitter()
  let count = 0
  for await (const slice of slices) {
    const texts = splitter.push(slice)
    yield texts.map((text) => objectOf(text, ++count))
  }
  splitter.end()
}

function objectOf(text: Buffer, objectNumber: number): ReadObject {
  try {
    const value = parseJson(text, 'imported') as JsonObject
    return { value, keys: () => keysOf(value, text) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new ImportFailure(`Object ${objectNumber}: ${error.message.replace('the body', 'it')}.`)
  }
}

const wholeNumber = /^(?:0|[1-9]\d*)$/

/** Without integers among the keys, `Object.keys` has the order of the text. */
function keysOf(value: JsonObject, text: Buffer): readonly string[] {
  const keys = Object.keys(value)
  return wholeNumber.test(keys[0] ?? '') ? keysInOrder(text.toString('utf8')) : keys
}
