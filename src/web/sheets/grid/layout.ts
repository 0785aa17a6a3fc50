import { type RowHeight, rowHeights, widthWithin } from './measures.ts'

/** A person's layout of a sheet. Columns that it does not list come last. */
export interface Layout {
  readonly order: readonly string[]
  /** Ids of the pinned columns; null: input columns are pinned if they fit. */
  readonly pinned: readonly string[] | null
  readonly hidden: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly rowHeight: RowHeight
}

/** A layout with the pinned columns filled in. */
export type ShownLayout = Layout & { readonly pinned: readonly string[] }

export const noLayout: Layout = { order: [], pinned: null, hidden: [], widths: {}, rowHeight: 'compact' }

interface Named {
  readonly id: string
}

/** The visible columns from left to right, pinned columns first. */
export function arrangeColumns<C extends Named>(columns: readonly C[], layout: Layout): readonly C[] {
  const rank = new Map(layout.order.map((id, index) => [id, index]))
  const rankOf = ({ id }: C) => rank.get(id) ?? layout.order.length
  const visibleColumns = columns
    .filter(({ id }) => !layout.hidden.includes(id))
    .sort((a, b) => rankOf(a) - rankOf(b))
  const isPinned = ({ id }: C) => layout.pinned?.includes(id) === true
  return [...visibleColumns.filter(isPinned), ...visibleColumns.filter((column) => !isPinned(column))]
}

/** Moves a column before another one; null: to the end of the pinned columns or of the others. */
export function withMoved(
  layout: Layout,
  columns: readonly Named[],
  id: string,
  before: string | null,
): Layout {
  const all = [...arrangeColumns(columns, { ...layout, hidden: [] })].map((column) => column.id)
  const others = all.filter((other) => other !== id)
  const index = before === null ? others.length : others.indexOf(before)
  return { ...layout, order: others.toSpliced(index < 0 ? others.length : index, 0, id) }
}

export const withWidth = (layout: Layout, id: string, width: number): Layout => ({
  ...layout,
  widths: { ...layout.widths, [id]: widthWithin(width) },
})

export const withPinned = (layout: Layout, id: string, isPinned: boolean): Layout => ({
  ...layout,
  pinned: toggled(layout.pinned ?? [], id, isPinned),
})

export const withHidden = (layout: Layout, id: string, isHidden: boolean): Layout => ({
  ...layout,
  hidden: toggled(layout.hidden, id, isHidden),
})

const toggled = (ids: readonly string[], id: string, isIn: boolean): readonly string[] =>
  isIn ? [...ids.filter((other) => other !== id), id] : ids.filter((other) => other !== id)

/** Reads a stored layout; content of another form is ignored. */
export function readLayout(text: string | null): Layout {
  const stored = parse(text)
  const rowHeight = stored['rowHeight']
  return {
    order: textsIn(stored['order']),
    pinned: Array.isArray(stored['pinned']) ? textsIn(stored['pinned']) : null,
    hidden: textsIn(stored['hidden']),
    widths: Object.fromEntries(
      Object.entries(objectOf(stored['widths'])).flatMap(([id, width]) =>
        typeof width === 'number' && Number.isFinite(width) ? [[id, widthWithin(width)]] : [],
      ),
    ),
    rowHeight:
      typeof rowHeight === 'string' && Object.hasOwn(rowHeights, rowHeight)
        ? (rowHeight as RowHeight)
        : noLayout.rowHeight,
  }
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    return objectOf(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
