/** Maximum size of an unpacked file, in bytes. */
const maxUnpacked = 300 * 1024 * 1024

/** Signature and length of the record that ends an archive; all offsets are from the zip format (APPNOTE.TXT 4.3). */
const endOfArchive = 0x06054b50
const endLength = 22

interface Entry {
  readonly isDeflated: boolean
  readonly packed: number
  readonly unpacked: number
  readonly offset: number
}

/** Reads the files of a zip archive as text. @throws Error if the bytes are not an archive. */
export function readZip(bytes: Uint8Array<ArrayBuffer>): (name: string) => Promise<string | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = entriesOf(bytes, view)
  return async (name) => {
    const entry = entries.get(name)
    if (!entry) return null
    if (entry.unpacked > maxUnpacked) throw new Error('The file is larger than 300 MB when it is unpacked.')
    const { offset, packed, isDeflated } = entry
    const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
    const content = new Blob([bytes.subarray(start, start + packed)])
    if (!isDeflated) return content.text()
    const unpacked = content.stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return new Response(unpacked.pipeThrough(atMost(entry.unpacked))).text()
  }
}

/** Ends a stream that is longer than the archive says: 100 MB can unpack to 100 GB. */
function atMost(bytes: number) {
  let left = bytes
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      left -= chunk.length
      if (left < 0) controller.error(new Error('A file is larger than the archive says.'))
      else controller.enqueue(chunk)
    },
  })
}

function entriesOf(bytes: Uint8Array<ArrayBuffer>, view: DataView): ReadonlyMap<string, Entry> {
  let end = bytes.length - endLength
  while (end >= 0 && view.getUint32(end, true) !== endOfArchive) end--
  if (end < 0) throw new Error('The file is not an archive.')
  const entries = new Map<string, Entry>()
  let position = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const nameLength = view.getUint16(position + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(position + 46, position + 46 + nameLength))
    entries.set(name, {
      isDeflated: view.getUint16(position + 10, true) === 8,
      packed: view.getUint32(position + 20, true),
      unpacked: view.getUint32(position + 24, true),
      offset: view.getUint32(position + 42, true),
    })
    position += 46 + nameLength + view.getUint16(position + 30, true) + view.getUint16(position + 32, true)
  }
  return entries
}
