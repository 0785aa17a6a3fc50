/** Yields the data of the message events of a text/event-stream. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  let isMessage = true
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0 && isMessage) yield data.join('\n')
      data = []
      isMessage = true
      continue
    }
    const { name, value } = readField(line)
    if (name === 'data') data.push(value)
    else if (name === 'event') isMessage = value === '' || value === 'message'
  }
}

function readField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  if (colon === -1) return { name: line, value: '' }
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}

/** Yields lines that end with CR, LF or both. Scans each chunk once, so that small chunks cost linear time. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let line: string[] = []
  let afterReturn = false
  for await (const bytes of body) {
    const decoded = decoder.decode(bytes, { stream: true })
    if (decoded === '') continue
    const text = afterReturn && decoded.startsWith('\n') ? decoded.slice(1) : decoded
    afterReturn = decoded.endsWith('\r')
    const pieces = text.split(/\r\n|\n|\r/)
    const rest = pieces.pop()
    for (const piece of pieces) {
      yield line.join('') + piece
      line = []
    }
    if (rest) line.push(rest)
  }
}
