import { z } from 'zod'
import { type GuardedFetch, OutboundError } from '../fetch/index.ts'
import { writeFrame } from './frame-reader.ts'
import { limits } from './runner/limits.ts'
import type { Fetched, GuestRequest } from './runner/messages.ts'

/** Sends a fetch of the code and returns the frame with the answer. Errors of the code are in the frame and not thrown. */
export type Outbound = (request: Buffer, timeoutMs: number, signal: AbortSignal) => Promise<Buffer>

const requestSchema: z.ZodType<GuestRequest> = z.strictObject({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
})

export function outboundThrough(guarded: GuardedFetch): Outbound {
  return async (bytes, timeoutMs, signal) => {
    if (bytes.length > limits.fetchedRequest) return fault('The request is too large.')
    const parsed = readRequest(bytes)
    if (!parsed) return fault('The runner sent no valid request.')
    const { url, ...request } = parsed
    try {
      const options = { ...request, timeoutMs, signal, maxResponseBytes: limits.fetchedAnswer }
      const answer = await guarded.fetch(url, options)
      const body = await answer.bytes()
      const headers = [...answer.headers]
      const head: Fetched = { status: answer.status, url: answer.url, headers }
      return writeFrame(head, body)
    } catch (error) {
      if (error instanceof OutboundError) return fault(error.message)
      throw error
    }
  }
}

export const fault = (message: string): Buffer => writeFrame({ fault: message } satisfies Fetched, '')

function readRequest(bytes: Buffer): GuestRequest | null {
  try {
    return requestSchema.parse(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}
