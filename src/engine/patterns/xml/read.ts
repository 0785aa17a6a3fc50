import type { XmlNode as LibraryNode, XmlElement } from 'libxml2-wasm'
import type { XmlNode } from './tree.ts'

/**
 * The document without its XML declaration (the text is decoded already) and without its DOCTYPE.
 * Null if a part before the root is not closed.
 */
function withoutProlog(text: string): string | null {
  let document = ''
  let offset = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    while (isSpace(text.charCodeAt(offset))) offset++
    if (text.startsWith('<?', offset)) {
      const end = text.indexOf('?>', offset)
      if (end < 0) return null
      if (!text.startsWith('<?xml', offset) || !isSpace(text.charCodeAt(offset + 5)))
        document += text.slice(offset, end + 2)
      offset = end + 2
    } else if (text.startsWith('<!--', offset)) {
      const end = text.indexOf('-->', offset + 4)
      if (end < 0) return null
      document += text.slice(offset, end + 3)
      offset = end + 3
    } else if (text.startsWith('<!DOCTYPE', offset)) {
      const end = doctypeEnd(text, offset)
      if (end < 0) return null
      offset = end
    } else return document + text.slice(offset)
  }
}

/** Offset after the closing `>`, ignoring quotes, comments and the bracketed part. */
function doctypeEnd(text: string, start: number): number {
  let depth = 0
  for (let index = start + 9; index < text.length; index++) {
    const letter = text[index]
    if (letter === '"' || letter === "'") {
      index = text.indexOf(letter, index + 1)
      if (index < 0) return -1
    } else if (text.startsWith('<!--', index)) {
      index = text.indexOf('-->', index + 4)
      if (index < 0) return -1
      index += 2
    } else if (letter === '[') depth++
    else if (letter === ']') depth--
    else if (letter === '>' && depth <= 0) return index + 1
  }
  return -1
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

const MAX_TEXT = 5_000_000
const MAX_NODES = 200_000

export type XmlReading =
  | { readonly ok: true; readonly root: XmlNode; readonly nodes: number }
  | { readonly ok: false; readonly reason: string }

type Library = typeof import('libxml2-wasm')
let library: Library | undefined

/** Loads the library on demand, because it takes 21 MB and some milliseconds. */
export async function loadXml(): Promise<void> {
  library ??= await import('libxml2-wasm')
}

export const isXmlLoaded = (): boolean => library !== undefined

/**
 * Parses a document after `loadXml`. The DOCTYPE is dropped, so that no entities are expanded or fetched; the library
 * refuses a depth above 256.
 */
export function readXml(text: string): XmlReading {
  if (!library) throw new Error('XML is read before its library is loaded')
  const { ParseOption, XmlDocument, XmlError } = library
  if (text.length > MAX_TEXT) return { ok: false, reason: `is longer than ${MAX_TEXT} characters` }
  const body = withoutProlog(text)
  if (body === null) return { ok: false, reason: 'has a prolog that never ends' }
  let document: InstanceType<Library['XmlDocument']>
  try {
    document = XmlDocument.fromString(body, {
      option: ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE,
    })
  } catch (error) {
    if (error instanceof XmlError) return { ok: false, reason: firstLine(error.message) }
    throw error
  }
  try {
    return copy(library, document.root)
  } finally {
    document.dispose()
  }
}

function firstLine(message: string): string {
  const end = message.indexOf('\n')
  return (end < 0 ? message : message.slice(0, end)).slice(0, 200)
}

function copy({ XmlCData, XmlComment, XmlElement, XmlText }: Library, element: XmlElement): XmlReading {
  let order = 0
  const make = (kind: XmlNode['kind'], parent: XmlNode | null, content: string): XmlNode => ({
    kind,
    prefix: '',
    local: '',
    namespace: '',
    content,
    parent,
    children: [],
    attributes: [],
    order: order++,
  })
  const namedNode = (kind: XmlNode['kind'], parent: XmlNode, from: Named, content: string): XmlNode => ({
    ...make(kind, parent, content),
    prefix: from.prefix,
    local: from.name,
    namespace: from.namespaceUri,
  })
  const addElement = (from: XmlElement, parent: XmlNode): void => {
    const node = namedNode('element', parent, from, '')
    parent.children.push(node)
    for (const attribute of from.attrs)
      node.attributes.push(namedNode('attribute', node, attribute, attribute.content))
    for (let child: LibraryNode | null = from.firstChild; child !== null && order <= MAX_NODES; ) {
      if (child instanceof XmlElement) addElement(child, node)
      else if (child instanceof XmlComment) node.children.push(make('comment', node, child.content))
      else if (child instanceof XmlText || child instanceof XmlCData) addText(node, child.content)
      else node.children.push(make('instruction', node, child.content))
      child = (child as { next?: LibraryNode | null }).next ?? null
    }
  }
  /** In XPath, a text and an adjacent CDATA section are one text node. */
  const addText = (parent: XmlNode, content: string): void => {
    const last = parent.children.at(-1)
    if (last?.kind !== 'text') parent.children.push(make('text', parent, content))
    else parent.children[parent.children.length - 1] = { ...last, content: last.content + content }
  }
  const root = make('root', null, '')
  addElement(element, root)
  if (order > MAX_NODES) return { ok: false, reason: `has more than ${MAX_NODES} nodes` }
  return { ok: true, root, nodes: order }
}

interface Named {
  readonly name: string
  readonly prefix: string
  readonly namespaceUri: string
}
