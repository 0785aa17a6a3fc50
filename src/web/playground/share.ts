import { contentText } from './content.ts'
import { readBench } from './read-bench.ts'
import type { Bench } from './variant.ts'

const key = 'try='
/** Browsers and chats cut longer addresses. */
const maxLinkLength = 30_000

/**
 * A link that opens the same playground; null if it would be too long. The part after # is never sent to a
 * server.
 */
export async function linkOf(bench: Bench, address: string): Promise<string | null> {
  const bytes = new TextEncoder().encode(contentText(bench))
  const packed = await through(new CompressionStream('deflate-raw'), bytes)
  const link = `${address}#${key}${base64UrlOf(packed)}`
  return link.length > maxLinkLength ? null : link
}

/** The content of a link; null if the link is empty, incomplete or invalid. */
export async function benchOfLink(hash: string): Promise<Bench | null> {
  if (!hash.startsWith(key)) return null
  try {
    const packed = readBytes(hash.slice(key.length))
    const text = new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), packed))
    return readBench(JSON.parse(text))
  } catch {
    return null
  }
}

/** Base64 in the letters that an address may contain. */
const base64UrlOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const readBytes = (base64Text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  )

/** The limit of unpacked content, because a short link could unpack to fill the memory. */
const maxBytes = 4_000_000

async function through(
  transform: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length
    if (size > maxBytes) throw new Error('The content is too long for a link.')
    parts.push(chunk.value)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
