import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  type ListedModel,
  listedModelOf,
  type PriceList,
  type PriceListFormat,
} from '../../engine/price/index.ts'
import { Pace } from '../pacing/pace.ts'
import { correctedList } from './catalogue.ts'

/** Maximum bytes of a stored list before compression. The longest list that is known to be used has 1.7 MB. */
export const maxListTextBytes = 8 * 1024 * 1024

/** The first line of a stored list. Each further line is a model. */
export interface ListHead {
  readonly format: PriceListFormat
  readonly fallbacks: readonly (readonly [provider: string, others: readonly string[]])[]
}

const unpack = promisify(gunzip)

/** Parses a stored list, which is gzipped lines. 4,000 models take 100 ms, so other calls get a turn in between. */
export async function listOf(content: Uint8Array): Promise<PriceList> {
  const text = (await unpack(content, { maxOutputLength: maxListTextBytes })).toString('utf8')
  const [head, ...lines] = text.split('\n')
  const { format, fallbacks } = JSON.parse(head!) as ListHead
  const pace = new Pace()
  const models: ListedModel[] = []
  for (const line of lines) {
    models.push(listedModelOf(line))
    await pace.pause()
  }
  return correctedList(format, models, new Map(fallbacks))
}
