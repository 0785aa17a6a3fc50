import { referencesOf } from '../../columns/forms.ts'
import type { Definition, Edge, Node } from './definition.ts'

/** An edge between two nodes. */
export interface NodeLink {
  readonly source: string
  readonly target: string
  /** True if the target's config reads the source. */
  readonly isRead: boolean
  /** True if the target is set to run after the source. */
  readonly isDeclared: boolean
  readonly condition: Edge | undefined
}

/** The edges of a definition, each pair of nodes once. */
export function linksOf({ nodes, edges }: Definition): readonly NodeLink[] {
  const names = new Set(nodes.map(({ name }) => name))
  return nodes.flatMap((node) => {
    const read = new Set(referencesOf(node.type, node.config).map(({ target }) => target))
    const declared = new Set(node.dependencies)
    const conditions = new Map(
      edges.filter(({ target }) => target === node.name).map((edge) => [edge.source, edge]),
    )
    const sources = new Set([...read, ...declared, ...conditions.keys()])
    return [...sources]
      .filter((source) => names.has(source) && source !== node.name)
      .map((source) => ({
        source,
        target: node.name,
        isRead: read.has(source),
        isDeclared: declared.has(source),
        condition: conditions.get(source),
      }))
  })
}

/** The input variables that a node reads or depends on. */
export function inputsOf(node: Node, { inputs }: Definition): readonly string[] {
  const sourceNames = new Set([
    ...node.dependencies,
    ...referencesOf(node.type, node.config).map(({ target }) => target),
  ])
  return Object.keys(inputs).filter((name) => sourceNames.has(name))
}

const operatorTexts: Readonly<Record<string, string>> = {
  '=': 'is',
  '!=': 'is not',
  '<': '<',
  '>': '>',
  '<=': '≤',
  '>=': '≥',
  in: 'in',
  not_in: 'not in',
  is_null: 'has no value',
  is_not_null: 'has a value',
}

const sideOf = (side: unknown): string => {
  const { source, static_value: fixed } = (side ?? {}) as { source?: unknown; static_value?: unknown }
  if (typeof source === 'string') return source
  return fixed === undefined ? '' : JSON.stringify(fixed)
}

/** A condition as text, for the label of its edge. */
export const conditionText = ({ conditionals, isAnd }: Edge): string =>
  conditionals
    .map(({ operator, left_config, right_config }) =>
      [sideOf(left_config), operatorTexts[String(operator)] ?? String(operator), sideOf(right_config)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join(isAnd ? ' and ' : ' or ')
