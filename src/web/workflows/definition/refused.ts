import type { Definition, Edge, Node } from './definition.ts'

/** A refused definition, with the server's error. */
export interface Refused {
  readonly error: Error
  readonly definition: Definition
}

/** The edge or node that an error is about, found by the names that the message quotes. */
export function locationOf({ error, definition }: Refused): { node: string } | { link: Edge } | null {
  const [, source, target] = /^The edge from "(.+?)" to "(.+?)"/.exec(error.message) ?? []
  const edge = definition.edges.find((edge) => edge.source === source && edge.target === target)
  if (edge) return { link: edge }
  const quoted = [...error.message.matchAll(/"(.+?)"/g)].map(([, name]) => name)
  const node = definition.nodes.find(({ name }) => name === quoted.find((word) => isNode(definition, word)))
  return node ? { node: node.name } : null
}

const isNode = ({ nodes }: Definition, nodeName: string | undefined): boolean =>
  nodes.some(({ name }) => name === nodeName)

/** The error of a node, until the node is changed. */
export function problemOfNode(refused: Refused | null, node: Node): Error | null {
  if (!refused) return null
  const target = locationOf(refused)
  const isHere = target && 'node' in target && target.node === node.name
  return isHere && refused.definition.nodes.includes(node) ? refused.error : null
}

export function problemOfLink(refused: Refused | null, edge: Edge | undefined): Error | null {
  if (!refused || !edge) return null
  const target = locationOf(refused)
  return target && 'link' in target && target.link === edge ? refused.error : null
}

/** The error with a path as in a form of a column, so that the form shows it at the field. */
export const asConfigProblem = ({ message }: Error): Error =>
  new Error(
    message.replace(/^Node ".*?": configuration/, 'config').replace(/^The edge from .*?": /, 'config.'),
  )

/** The message of a refused node without the path, for its card. */
export const shortProblem = (message: string): string =>
  message
    .replace(/^Node ".*?": (?:configuration\.?[\w.]*: )?/, '')
    .replace(/^is required.*/, 'Needs a value.')
