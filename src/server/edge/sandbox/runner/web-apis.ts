import { createHash, createHmac, randomFillSync, randomUUID } from 'node:crypto'
import type { HostFunction, QuickJS } from 'quickjs-wasi'

/** Maximum streaming decoders in one call. */
const maxStreams = 1_000
const parts = [
  ...(['href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname'] as const),
  ...(['port', 'pathname', 'search', 'hash'] as const),
]

type Operation = (input: readonly unknown[], ...bytes: Uint8Array[]) => unknown

/**
 * Implements URL parsing, encodings and hashes for `guest-web.ts` with Node. Takes an operation, its arguments as JSON, and
 * bytes; returns JSON or bytes.
 */
export function webApis(engine: QuickJS): HostFunction {
  const operations = new Map<string, Operation>(
    Object.entries({
      url,
      parameters,
      query,
      encode,
      decode: decoding(),
      hash,
      hmac,
      random,
      uuid: () => randomUUID(),
    }),
  )
  return (operation, inputJson, ...bytes) => {
    const run = operations.get(operation!.toString())!
    const answer = run(JSON.parse(inputJson!.toString()), ...bytes.map((handle) => handle.toUint8Array()))
    return answer instanceof Uint8Array
      ? engine.newUint8Array(answer)
      : engine.newString(JSON.stringify(answer))
  }
}

/** The parts of a URL, after setting one of them if the call says so; null if the URL is invalid. */
function url(input: readonly unknown[]) {
  const [address, base, part, value] = input as [string, string | null, (typeof parts)[number]?, string?]
  const parsed = URL.parse(address, base ?? undefined)
  if (!parsed) return null
  try {
    if (part) Reflect.set(parsed, part, value)
  } catch {
    return null
  }
  return Object.fromEntries(parts.map((name) => [name, parsed[name]]))
}

const parameters: Operation = ([text]) => [...new URLSearchParams(`?${text}`)]

const query: Operation = ([pairs]) => new URLSearchParams(pairs as string[][]).toString()

const encode: Operation = ([text]) => Buffer.from(String(text))

interface Decoding {
  readonly label: string
  readonly fatal: boolean
  readonly ignoreBOM: boolean
  /** The number of a streaming decoder. */
  readonly stream: number | null
  readonly more: boolean
}

/**
 * Without bytes, returns the name of the encoding. Otherwise returns the text, and the number of the decoder if it
 * expects more bytes.
 */
function decoding(): Operation {
  const waiting = new Map<number, TextDecoder>()
  let latest = 0
  return ([input], bytes) => {
    const { label, fatal, ignoreBOM, stream, more } = input as Decoding
    try {
      const decoder = waiting.get(stream ?? 0) ?? new TextDecoder(label, { fatal, ignoreBOM })
      if (!bytes) return { encoding: decoder.encoding }
      const number = stream ?? ++latest
      waiting.delete(number)
      if (more && waiting.size >= maxStreams) return { fault: 'QuotaExceeded' }
      const text = decoder.decode(bytes, { stream: more })
      if (more) waiting.set(number, decoder)
      return { text, stream: more ? number : null }
    } catch (error) {
      return { fault: (error as Error).name }
    }
  }
}

const hash: Operation = ([name], bytes) => createHash(String(name)).update(bytes!).digest()

const hmac: Operation = ([name], key, bytes) => createHmac(String(name), key!).update(bytes!).digest()

const random: Operation = ([length]) => randomFillSync(new Uint8Array(Number(length)))
