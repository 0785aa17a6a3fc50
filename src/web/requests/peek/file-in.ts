/** A file of a message: its name, its type, and its bytes or address. */
export interface BlockFile {
  readonly name: string
  readonly type: string | null
  /** A data URL, or the address of a file on another host. */
  readonly address: string
}

const maxNameLength = 200
const dataUrl = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[^,]*)?,/

/** The file of a block as Galley (`media`) or OpenAI (`file`) writes it; null for other blocks. */
export function fileIn(block: Readonly<Record<string, unknown>>): BlockFile | null {
  const content = block['type'] === 'media' ? block['media'] : block['type'] === 'file' ? block['file'] : null
  if (typeof content !== 'object' || content === null) return null
  const { title, filename, type, url, file_data } = content as Readonly<Record<string, unknown>>
  const address = url ?? file_data
  if (typeof address !== 'string' || address === '') return null
  const name = [title, filename].find((candidate) => typeof candidate === 'string' && candidate !== '')
  return {
    name: String(name ?? 'file').slice(0, maxNameLength),
    type: typeof type === 'string' ? type.slice(0, maxNameLength) : (dataUrl.exec(address)?.[1] ?? null),
    address,
  }
}

export const isInline = ({ address }: BlockFile): boolean => dataUrl.test(address)
