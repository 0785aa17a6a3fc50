import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { PriceListFormat } from '../../engine/price/index.ts'
import { listedText, readPriceList, readPriceListText } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { type ListHead, maxListTextBytes } from './list-text.ts'

export interface ReadList {
  readonly format: PriceListFormat
  readonly models: number
  /** SHA-256 of the parsed list in hex. White space and models without rates do not affect it. */
  readonly digest: string
  /** The content for `listOf`. */
  readonly content: Uint8Array
}

export type ThreadReply = { readonly list: ReadList } | { readonly problem: string }

function readList(bytes: Uint8Array): ReadList {
  const { format, fallbacks, models } = readPriceList(readPriceListText(textOf(bytes)))
  const head: ListHead = { format, fallbacks: [...fallbacks] }
  const lines = [JSON.stringify(head)]
  let length = lines[0]!.length
  for (const model of models) {
    const line = listedText(model)
    length += line.length + 1
    if (length > maxListTextBytes)
      throw new Refusal(
        'bad_request',
        'The price list is too long: it holds more rates than any list in use.',
      )
    lines.push(line)
  }
  const text = lines.join('\n')
  const digest = createHash('sha256').update(text).digest('hex')
  return { format, models: lines.length - 1, digest, content: gzipSync(text) }
}

function textOf(bytes: Uint8Array): string {
  if (!isUtf8(bytes))
    throw new Refusal('bad_request', 'The price list is not readable: it is not UTF-8 text.')
  // Removes the byte order mark that Windows editors add.
  return Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
}

function reply(): ThreadReply {
  try {
    return { list: readList(workerData as Uint8Array) }
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.message }
    throw error
  }
}

parentPort!.postMessage(reply())
