/** One XPath node. `order` increases in document order. */
export interface XmlNode {
  readonly kind: 'root' | 'element' | 'attribute' | 'text' | 'comment' | 'instruction'
  /** Empty without a prefix. */
  readonly prefix: string
  readonly local: string
  readonly namespace: string
  /** Content of attributes, texts, comments and instructions. */
  readonly content: string
  readonly parent: XmlNode | null
  readonly children: XmlNode[]
  readonly attributes: XmlNode[]
  readonly order: number
}

/** The text of a node: its content, or all text inside it. */
export function textOf(node: XmlNode): string {
  if (node.kind !== 'element' && node.kind !== 'root') return node.content
  let text = ''
  for (const child of node.children) {
    if (child.kind === 'text') text += child.content
    else if (child.kind === 'element') text += textOf(child)
  }
  return text
}

export function qualifiedName(node: XmlNode): string {
  return node.prefix === '' ? node.local : `${node.prefix}:${node.local}`
}
