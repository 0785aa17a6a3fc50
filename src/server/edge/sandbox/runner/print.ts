import { limits } from './limits.ts'
import { send } from './pipe.ts'

const bytesLeft = { stdout: 0, stderr: 0 }
const mark = '\n… (more was printed and dropped)\n'

/** Resets the limits for a new call. */
export function startPrinting(): void {
  bytesLeft.stdout = limits.printed
  bytesLeft.stderr = limits.printed
}

/** Sends printed text at once, up to the limit of the call, so that no text is lost if the process is killed. */
export function print(stream: 'stdout' | 'stderr', bytes: Uint8Array): void {
  const room = bytesLeft[stream]
  if (room <= 0 || bytes.length === 0) return
  bytesLeft[stream] -= bytes.length
  const output =
    bytes.length <= room
      ? bytes
      : Buffer.concat([bytes.subarray(0, wholeCharacters(bytes, room)), Buffer.from(mark)])
  send({ kind: 'log', stream }, output)
}

function wholeCharacters(bytes: Uint8Array, limit: number): number {
  let end = limit
  while (end > 0 && (bytes[end]! & 0xc0) === 0x80) end--
  return end
}
