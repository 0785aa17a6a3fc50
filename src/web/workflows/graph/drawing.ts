import { type Edge as FlowEdge, type Node as FlowNode, MarkerType, Position } from '@xyflow/react'
import type { Definition, Node } from '../definition/definition.ts'
import { conditionText, inputsOf, linksOf, type NodeLink } from '../definition/links.ts'
import { problemOfLink, problemOfNode, type Refused } from '../definition/refused.ts'
import type { NodeResult } from '../queries.ts'
import { layoutOf, type Point } from './layout.ts'

export interface NodeData extends Record<string, unknown> {
  readonly node: Node
  readonly result: NodeResult | undefined
  readonly problem: string | undefined
  readonly isEditable: boolean
}

export interface InputsData extends Record<string, unknown> {
  readonly inputs: Readonly<Record<string, string>>
}

export interface LinkData extends Record<string, unknown> {
  readonly link: NodeLink
  readonly words: string
  readonly problem: string | undefined
  /** Points of the edge between its ends. */
  readonly bends: readonly Point[]
  /** True if the run did not take this edge. */
  readonly isSkipped: boolean
}

export type DrawnNode = FlowNode<NodeData, 'node'> | FlowNode<InputsData, 'inputs'>
export type DrawnLink = FlowEdge<LinkData, 'link'> | FlowEdge<Pick<LinkData, 'bends'>, 'input'>

/** The open panel: of a node, an edge, the input variables, or the types of a new node. */
export type Selected =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'link'; readonly source: string; readonly target: string }
  | { readonly kind: 'inputs' }
  | { readonly kind: 'types' }
  | null

export const inputsId = 'inputs'
const prefix = 'node '
export const idOf = (name: string): string => prefix + name
export const nameOf = (id: string): string => id.slice(prefix.length)

const nodeSize = { width: 224, height: 68 }
const inputsWidth = 184
const inputHeight = 22
const inputsHeadHeight = 42

interface Shown {
  readonly selected: Selected
  readonly refused: Refused | null
  readonly results: ReadonlyMap<string, NodeResult> | null
  readonly isEditable: boolean
}

const separator = '\n'
export const linkId = ({ source, target }: Pick<NodeLink, 'source' | 'target'>): string =>
  `link ${source}${separator}${target}`
export const linkOf = (id: string): { source: string; target: string } => {
  const [source = '', target = ''] = id.slice('link '.length).split(separator)
  return { source, target }
}

/** The handles of a node. Their positions are computed here, so that edges are drawn without measuring. */
const handles = (
  { width, height }: { width: number; height: number },
  kinds: readonly ('source' | 'target')[],
) =>
  kinds.map((type) => ({
    type,
    position: type === 'source' ? Position.Bottom : Position.Top,
    x: width / 2,
    y: type === 'source' ? height : 0,
    width: 1,
    height: 1,
  }))

export function drawingOf(definition: Definition, { selected, refused, results, isEditable }: Shown) {
  const links = linksOf(definition)
  const fromInputs = definition.nodes.filter((node) => inputsOf(node, definition).length > 0)
  const count = Object.keys(definition.inputs).length
  const inputsSize = { width: inputsWidth, height: inputsHeadHeight + Math.max(1, count) * inputHeight }
  const hasInputs = isEditable || count > 0
  const boxes = [
    ...(hasInputs ? [{ id: inputsId, ...inputsSize }] : []),
    ...definition.nodes.map(({ name }) => ({ id: idOf(name), ...nodeSize })),
  ]
  const lines = [
    ...fromInputs.map(({ name }) => ({ source: inputsId, target: idOf(name) })),
    ...links.map(({ source, target }) => ({ source: idOf(source), target: idOf(target) })),
  ]
  const { positions, bendsOf } = layoutOf(boxes, lines)
  const inputs: DrawnNode = {
    id: inputsId,
    type: 'inputs',
    position: positions.get(inputsId) ?? { x: 0, y: 0 },
    data: { inputs: definition.inputs },
    ...inputsSize,
    measured: inputsSize,
    handles: handles(inputsSize, ['source']),
    selected: selected?.kind === 'inputs',
    ariaLabel: 'Input variables',
  }
  const nodes = definition.nodes.map((node): DrawnNode => {
    const result = results?.get(node.name)
    return {
      id: idOf(node.name),
      type: 'node',
      position: positions.get(idOf(node.name))!,
      data: { node, result, problem: problemOfNode(refused, node)?.message, isEditable },
      ...nodeSize,
      measured: nodeSize,
      handles: handles(nodeSize, ['target', 'source']),
      selected: selected?.kind === 'node' && selected.name === node.name,
      ariaLabel: `Node ${node.name}${result ? `, ${result.status.toLowerCase()}` : ''}`,
    }
  })
  const drawnLinks = links.map((link): DrawnLink => {
    const words = link.condition ? conditionText(link.condition) : ''
    const isSelected =
      selected?.kind === 'link' && selected.source === link.source && selected.target === link.target
    return {
      id: linkId(link),
      type: 'link',
      source: idOf(link.source),
      target: idOf(link.target),
      selected: isSelected,
      markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--color-ink-faint)' },
      ariaLabel: `From ${link.source} to ${link.target}${words === '' ? '' : `, if ${words}`}`,
      data: {
        link,
        words,
        bends: bendsOf({ source: idOf(link.source), target: idOf(link.target) }),
        problem: problemOfLink(refused, link.condition)?.message,
        isSkipped: results?.get(link.target)?.status === 'SKIPPED',
      },
    }
  })
  const inputLines = fromInputs.map(
    ({ name }): DrawnLink => ({
      id: `input ${name}`,
      type: 'input',
      source: inputsId,
      target: idOf(name),
      selectable: false,
      focusable: false,
      data: { bends: bendsOf({ source: inputsId, target: idOf(name) }) },
    }),
  )
  return { nodes: hasInputs ? [inputs, ...nodes] : nodes, links: [...inputLines, ...drawnLinks] }
}
