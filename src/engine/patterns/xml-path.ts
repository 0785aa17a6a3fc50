import { PatternBudgetError, PatternError } from './pattern-error.ts'
import type { XmlNode } from './xml/tree.ts'
import { textOf } from './xml/tree.ts'
import { writeXml } from './xml/write.ts'
import { XPathBudget } from './xpath/budget.ts'
import { evaluate } from './xpath/evaluate.ts'
import { parseXPath } from './xpath/parse.ts'
import { isNodes, toText } from './xpath/values.ts'

const MAX_PATH = 2_000
const MAX_MATCHES = 50_000
const MAX_OUTPUT = 5_000_000

export interface XmlPath {
  /**
   * Text or XML of the matches. A relative path starts at the root element, as in ElementTree.
   * Throws PatternBudgetError.
   */
  readonly find: (root: XmlNode, as: 'text' | 'xml', first: boolean) => readonly string[]
}

/** Compiles XPath 1.0 and ElementTree's `{namespace}name`. Throws PatternError. */
export function compileXmlPath(path: string): XmlPath {
  if (path.length > MAX_PATH) throw new PatternError(`is longer than ${MAX_PATH} characters`)
  if (path.trim() === '') throw new PatternError('is empty')
  const expression = parseXPath(path)
  return {
    find(root, as, first) {
      const element = root.children.find((child) => child.kind === 'element') ?? root
      const value = evaluate(expression, { node: element, position: 1, size: 1, budget: new XPathBudget() })
      if (!isNodes(value)) return [toText(value)]
      const texts: string[] = []
      let length = 0
      for (const node of first ? value.slice(0, 1) : value) {
        const text = as === 'text' ? textOf(node) : writeXml(node)
        length += text.length
        if (texts.length >= MAX_MATCHES || length > MAX_OUTPUT) {
          throw new PatternBudgetError('finds more than allowed')
        }
        texts.push(text)
      }
      return texts
    },
  }
}
