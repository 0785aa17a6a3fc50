import { maxPriceListBytes } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { type GuardedFetch, OutboundError } from '../edge/index.ts'

/** Milliseconds for the whole download. */
const timeLimit = 30_000

/** Downloads a price list. @throws Refusal `invalid` that names the field. */
export async function fetchList(guardedFetch: GuardedFetch, url: string): Promise<Uint8Array> {
  try {
    const answer = await guardedFetch.fetch(url, {
      headers: { accept: 'application/json, text/plain' },
      timeoutMs: timeLimit,
      maxResponseBytes: maxPriceListBytes,
    })
    const bytes = await answer.bytes()
    if (!answer.url.startsWith('https:')) throw wrongUrl('must not lead to an address without https')
    if (answer.status !== 200) throw wrongUrl(`answered with status ${answer.status}`)
    return bytes
  } catch (error) {
    if (error instanceof OutboundError) throw wrongUrl(error.message)
    throw error
  }
}

const wrongUrl = (message: string) => new Refusal('invalid', message, { loc: ['body', 'url'] })
