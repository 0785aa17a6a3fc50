import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { begin, bytesOf, type Exchange, type Fault, firstHalf, reset, written } from './exchange.ts'

/** Faults of the connection: silence, resets, and missing, broken or surplus bytes. */

const dripMilliseconds = 40
const longLineBytes = 10 * 1024 * 1024

export const connectionFaults = {
  /** Sends nothing, not even a status line. */
  first_byte_stall: () => undefined,
  async stall_in_answer(exchange) {
    begin(exchange)
    await written(exchange.response, firstHalf(exchange))
  },
  reset,
  async reset_in_answer(exchange) {
    begin(exchange)
    await written(exchange.response, firstHalf(exchange))
    await sleep(20)
    reset(exchange)
  },
  /** Ends half way, as if the answer were complete. */
  truncated(exchange) {
    begin(exchange)
    exchange.response.end(firstHalf(exchange))
  },
  /** Ends within a line and within a multi-byte character. */
  truncated_in_line(exchange) {
    begin(exchange)
    const bytes = bytesOf(exchange)
    const inCharacter = bytes.findIndex((byte) => byte >= 0xc0) + 1
    exchange.response.end(bytes.subarray(0, inCharacter || Math.floor(bytes.length / 2) + 3))
  },
  /** Sends a good answer, split within every multi-byte character. */
  async split_characters(exchange) {
    begin(exchange)
    for (const piece of cutInCharacters(bytesOf(exchange))) {
      await written(exchange.response, piece)
      await sleep(1)
    }
    exchange.response.end()
  },
  bad_gzip(exchange) {
    begin(exchange, { 'content-encoding': 'gzip' })
    exchange.response.end(
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), bytesOf(exchange)]),
    )
  },
  /** Sends a good answer with an unknown field of 10 MB. */
  long_line(exchange) {
    begin(exchange)
    const padding = `{"padding":"${'x'.repeat(longLineBytes)}",`
    for (const part of exchange.answer.parts)
      exchange.response.write(
        part === firstObject(exchange) ? Buffer.from(text(part).replace('{', padding)) : part,
      )
    exchange.response.end()
  },
  /** Sends a line that never ends. */
  async endless(exchange) {
    const { response } = exchange
    begin(exchange)
    response.write(exchange.answer.isStream ? 'data: {"padding":"' : '{"padding":"')
    const block = 'x'.repeat(1024 * 1024)
    const closed = once(response, 'close')
    while (!response.destroyed)
      if (!response.write(block)) await Promise.race([closed, once(response, 'drain')])
  },
  /** Sends a good answer byte by byte, slower than every deadline. */
  async drip(exchange) {
    begin(exchange)
    for (const byte of bytesOf(exchange)) {
      if (exchange.response.destroyed) return
      exchange.response.write(Buffer.from([byte]))
      await sleep(dripMilliseconds)
    }
    exchange.response.end()
  },
} satisfies Record<string, Fault>

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

const firstObject = ({ answer }: Exchange) => answer.parts.find((part) => text(part).includes('{'))

function cutInCharacters(bytes: Buffer): Buffer[] {
  const cuts = [...bytes.entries()].filter(([, byte]) => byte >= 0xc0).map(([index]) => index + 1)
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length))
}
