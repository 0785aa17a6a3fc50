/** A box of a drawing from top to bottom. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Line {
  readonly source: string
  readonly target: string
}

interface Layout {
  /** The upper left corner of each box. */
  readonly positions: ReadonlyMap<string, Point>
  /** The points of an edge between its ends: it enters and leaves each layer that it passes. */
  readonly bendsOf: (line: Line) => readonly Point[]
}

const gapBetweenLayers = 56
const gapInLayer = 32
const bendWidth = 20
const sweepCount = 6

/**
 * Places each box below its sources. Layers are centred, and boxes of a layer are ordered by their sources.
 * An edge that crosses a layer has a position of its own in it, so that it runs between boxes.
 */
export function layoutOf(boxes: readonly Box[], lines: readonly Line[]): Layout {
  const layers = layersOf(boxes, lines)
  const parts = lines.flatMap((line) => partsOf(line, layers))
  for (let sweep = 0; sweep < sweepCount; sweep++) reduceCrossings(layers, parts, sweep % 2 === 0)
  const positions = new Map<string, Point>()
  const ends = new Map<string, number>()
  let y = 0
  for (const layer of layers) {
    const width = layer.reduce((sum, box) => sum + box.width, 0) + gapInLayer * (layer.length - 1)
    const height = Math.max(...layer.map((box) => box.height))
    let x = -width / 2
    for (const box of layer) {
      positions.set(box.id, { x, y })
      ends.set(box.id, y + height)
      x += box.width + gapInLayer
    }
    y += height + gapBetweenLayers
  }
  const bendsOf = (line: Line) =>
    layers.flatMap((_layer, depth) => {
      const id = bendId(line, depth)
      const bend = positions.get(id)
      if (!bend) return []
      const x = bend.x + bendWidth / 2
      return [
        { x, y: bend.y },
        { x, y: ends.get(id)! },
      ]
    })
  return { positions, bendsOf }
}

const bendId = ({ source, target }: Line, depth: number): string => JSON.stringify([source, target, depth])

/** The parts of an edge from layer to layer, with a dummy box in each layer between. */
function partsOf(line: Line, layers: Box[][]): readonly Line[] {
  const [from, to] = [line.source, line.target].map((boxId) =>
    layers.findIndex((layer) => layer.some(({ id }) => id === boxId)),
  ) as [number, number]
  if (from < 0 || to <= from) return []
  let before = line.source
  const parts: Line[] = []
  for (let depth = from + 1; depth < to; depth++) {
    const id = bendId(line, depth)
    layers[depth]!.push({ id, width: bendWidth, height: 0 })
    parts.push({ source: before, target: id })
    before = id
  }
  return [...parts, { source: before, target: line.target }]
}

/**
 * The layer of each box by its longest path. Edges that close a cycle are ignored, so that an invalid definition is drawn
 * too.
 */
function layersOf(boxes: readonly Box[], lines: readonly Line[]): Box[][] {
  const depths = new Map<string, number>()
  const depthOf = (id: string, above: ReadonlySet<string>): number => {
    const cached = depths.get(id)
    if (cached !== undefined) return cached
    const inside = new Set([...above, id])
    const before = lines.filter(({ source, target }) => target === id && !inside.has(source))
    const depth = Math.max(-1, ...before.map(({ source }) => depthOf(source, inside))) + 1
    depths.set(id, depth)
    return depth
  }
  const layers: Box[][] = []
  for (const box of boxes) {
    const depth = depthOf(box.id, new Set())
    while (layers.length <= depth) layers.push([])
    layers[depth]!.push(box)
  }
  return layers.filter((layer) => layer.length > 0)
}

function reduceCrossings(layers: Box[][], lines: readonly Line[], isForward: boolean): void {
  const order = isForward ? layers.keys() : [...layers.keys()].reverse()
  const positions = new Map(
    layers.flatMap((layer) => layer.map(({ id }, index) => [id, positionIn(layer, index)])),
  )
  for (const index of order) {
    const layer = layers[index]!
    const targets = new Map(
      layer.map(({ id }, index) => {
        const others = lines.flatMap(({ source, target }) => {
          if (isForward) return target === id ? [positions.get(source)] : []
          return source === id ? [positions.get(target)] : []
        })
        const positioned = others.filter((position) => position !== undefined)
        return [id, positioned.length === 0 ? positionIn(layer, index) : mean(positioned)]
      }),
    )
    layer.sort((left, right) => targets.get(left.id)! - targets.get(right.id)!)
    for (const [at, { id }] of layer.entries()) positions.set(id, positionIn(layer, at))
  }
}

const positionIn = (layer: readonly Box[], index: number): number => index - (layer.length - 1) / 2
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value) / values.length
