import type { ServerResponse } from 'node:http'
import type { Answer } from '../call.ts'
import type { RefusalKind } from '../providers/provider.ts'

/** A call with a fault: its good answer, and functions that send another one. */
export interface Exchange {
  readonly response: ServerResponse
  readonly answer: Answer
  refuse(kind: RefusalKind, headers?: Readonly<Record<string, string>>): void
  /** The body of a refusal in the provider's form. */
  refusalBody(kind: RefusalKind): unknown
  errorPart(message: string): Uint8Array
}

export type Fault = (exchange: Exchange) => void | Promise<void>

export function begin({ response, answer }: Exchange, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(200, { 'content-type': answer.contentType, 'x-request-id': 'req_fake', ...headers })
}

export const bytesOf = ({ answer }: Exchange): Buffer => Buffer.concat(answer.parts)

/** The first half of an answer; of a stream with several parts, whole parts. */
export function firstHalf({ answer: { parts } }: Exchange): Uint8Array {
  if (parts.length > 1) return Buffer.concat(parts.slice(0, Math.floor(parts.length / 2)))
  return parts[0]!.subarray(0, Math.floor(parts[0]!.length / 2))
}

/** Waits until these bytes are sent, so that the reader gets them before the connection breaks. */
export const written = (response: ServerResponse, bytes: Uint8Array | string): Promise<void> =>
  new Promise((resolve) => {
    response.write(bytes, () => resolve())
  })

/** Sends a TCP reset instead of an end. */
export function reset({ response }: Exchange) {
  response.socket?.resetAndDestroy()
}
