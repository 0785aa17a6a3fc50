import { qualifiedName, type XmlNode } from './tree.ts'

/** Serialises a node. The outermost element declares all namespaces used inside it. */
export function writeXml(node: XmlNode): string {
  if (node.kind === 'root') return node.children.map(writeXml).join('')
  if (node.kind !== 'element') return writeOther(node)
  const namespaces = new Map<string, string>()
  collect(node, namespaces)
  let declarations = ''
  for (const [prefix, namespace] of namespaces) {
    if (prefix === 'xml' || (prefix === '' && namespace === '')) continue
    declarations += ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(namespace, true)}"`
  }
  return writeElement(node, declarations)
}

/** If a prefix is bound twice, the outermost binding wins. */
function collect(node: XmlNode, namespaces: Map<string, string>): void {
  if (!namespaces.has(node.prefix)) namespaces.set(node.prefix, node.namespace)
  for (const attribute of node.attributes) {
    if (attribute.prefix !== '' && !namespaces.has(attribute.prefix)) {
      namespaces.set(attribute.prefix, attribute.namespace)
    }
  }
  for (const child of node.children) if (child.kind === 'element') collect(child, namespaces)
}

function writeElement(node: XmlNode, declarations: string): string {
  const name = qualifiedName(node)
  let text = `<${name}${declarations}`
  for (const attribute of node.attributes) {
    text += ` ${qualifiedName(attribute)}="${escaped(attribute.content, true)}"`
  }
  if (node.children.length === 0) return `${text}/>`
  text += '>'
  for (const child of node.children)
    text += child.kind === 'element' ? writeElement(child, '') : writeOther(child)
  return `${text}</${name}>`
}

function writeOther(node: XmlNode): string {
  if (node.kind === 'comment') return `<!--${node.content}-->`
  if (node.kind === 'instruction') return ''
  return node.kind === 'text' ? escaped(node.content, false) : node.content
}

function escaped(text: string, attribute: boolean): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return attribute ? safe.replaceAll('"', '&quot;') : safe
}
