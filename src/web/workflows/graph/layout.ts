/** Where things stand in a drawing from left to right. */
export interface Box {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface Placed {
  readonly x: number
  readonly y: number
}

export interface Line {
  readonly source: string
  readonly target: string
}

const gapBetweenLayers = 96
const gapInLayer = 28
const sweeps = 4

/** Each box right of all that lead to it, layers centred, the boxes of a layer in the order of what leads to them. */
export function layoutOf(boxes: readonly Box[], lines: readonly Line[]): ReadonlyMap<string, Placed> {
  const layers = layersOf(boxes, lines)
  for (let sweep = 0; sweep < sweeps; sweep++) untangle(layers, lines, sweep % 2 === 0)
  const placed = new Map<string, Placed>()
  let x = 0
  for (const layer of layers) {
    const height = layer.reduce((sum, box) => sum + box.height, 0) + gapInLayer * (layer.length - 1)
    let y = -height / 2
    for (const box of layer) {
      placed.set(box.id, { x, y })
      y += box.height + gapInLayer
    }
    x += Math.max(...layer.map(({ width }) => width)) + gapBetweenLayers
  }
  return placed
}

/** By the longest way to each. Lines that close a circle do not count: a definition with one is drawn all the same. */
function layersOf(boxes: readonly Box[], lines: readonly Line[]): Box[][] {
  const depths = new Map<string, number>()
  const depthOf = (id: string, above: ReadonlySet<string>): number => {
    const known = depths.get(id)
    if (known !== undefined) return known
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

function untangle(layers: Box[][], lines: readonly Line[], isForward: boolean): void {
  const order = isForward ? layers.keys() : [...layers.keys()].reverse()
  const places = new Map(layers.flatMap((layer) => layer.map(({ id }, at) => [id, placeIn(layer, at)])))
  for (const index of order) {
    const layer = layers[index]!
    const wish = new Map(
      layer.map(({ id }, at) => {
        const others = lines.flatMap(({ source, target }) => {
          if (isForward) return target === id ? [places.get(source)] : []
          return source === id ? [places.get(target)] : []
        })
        const known = others.filter((place) => place !== undefined)
        return [id, known.length === 0 ? placeIn(layer, at) : mean(known)]
      }),
    )
    layer.sort((one, other) => wish.get(one.id)! - wish.get(other.id)!)
    for (const [at, { id }] of layer.entries()) places.set(id, placeIn(layer, at))
  }
}

const placeIn = (layer: readonly Box[], at: number): number => at - (layer.length - 1) / 2
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value) / values.length
