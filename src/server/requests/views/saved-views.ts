import { inNaturalOrder } from '../../../engine/natural-order.ts'
import { Refusal } from '../../../engine/refusal.ts'
import type { Context } from '../../context.ts'
import { type Database, type RequestViewRow, refusingDuplicates, type Tx } from '../../db/index.ts'
import { deleteOne } from '../../http/delete-one.ts'
import { timesOf } from '../../http/iso-time.ts'
import type { WorkspaceId } from '../../workspace-id.ts'
import {
  changeView,
  countViews,
  findView,
  insertView,
  removeView,
  selectViews,
  type ViewRow,
  type ViewScope,
  type ViewTable,
} from './queries.ts'

const nameTaken = 'There is a view of this name already.'
const absent = () => new Refusal('not_found', 'There is no such view.')
const maxViews = 500
const everywhere: ViewScope = {}

interface Saved {
  readonly name: string
  readonly query: object
  readonly since_hours: number | null
  readonly columns: readonly string[] | null
}

type Change = { readonly [Field in keyof Saved]?: Saved[Field] | undefined }
type ExtraColumns<Table extends ViewTable> = Omit<ViewRow<Table>, keyof RequestViewRow>

interface Ids {
  readonly request_views: 'request_view_ids'
  readonly trace_views: 'trace_view_ids'
  readonly sheet_views: 'sheet_view_ids'
}

interface Kind<Table extends ViewTable> {
  readonly table: Table
  readonly ids: Ids[Table]
  /** The views that count toward `maxViews` when this view is saved; by default all views of the workspace. */
  readonly scopeOf?: (extra: ExtraColumns<Table>) => ViewScope
  /** @throws Refusal if a search would refuse the query. */
  readonly check: (
    query: object,
    extra: ExtraColumns<Table>,
    db: Database | Tx,
    workspace: WorkspaceId,
  ) => void | Promise<void>
}

/** The operations on the saved searches of one kind, which all members of a workspace share. */
export const savedViews = <Table extends ViewTable>({
  table,
  ids,
  check,
  scopeOf = () => everywhere,
}: Kind<Table>) => ({
  async list(
    { store }: Pick<Context, 'store'>,
    workspace: WorkspaceId,
    scope: ViewScope = everywhere,
  ): Promise<ViewRow<Table>[]> {
    return inNaturalOrder(await selectViews(store.db, table, workspace, scope), ({ name }) => name)
  },

  async create(
    { store, now }: Pick<Context, 'store' | 'now'>,
    workspace: WorkspaceId,
    { name, query, since_hours, columns }: Saved,
    extra: ExtraColumns<Table>,
  ): Promise<ViewRow<Table>> {
    await check(query, extra, store.db, workspace)
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        if ((await countViews(tx, table, workspace, scopeOf(extra))) >= maxViews)
          throw new Refusal('bad_request', `There are at most ${maxViews} views.`)
        const time = now()
        const row = {
          workspace_id: workspace,
          id: await store.nextId(tx, ids),
          name,
          query: JSON.stringify(query),
          since_hours,
          columns: columnsText(columns),
          created_at: time,
          updated_at: time,
          ...extra,
        }
        await insertView(tx, table, row)
        return row as unknown as ViewRow<Table>
      }),
    )
  },

  async update(
    { store, now }: Pick<Context, 'store' | 'now'>,
    workspace: WorkspaceId,
    id: number,
    { name, query, since_hours, columns }: Change,
    scope: ViewScope = everywhere,
  ): Promise<ViewRow<Table>> {
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const storedView = await findView(tx, table, workspace, id, scope)
        if (!storedView) throw absent()
        if (query) await check(query, storedView, tx, workspace)
        const change = {
          ...(name !== undefined && { name }),
          ...(query && { query: JSON.stringify(query) }),
          ...(since_hours !== undefined && { since_hours }),
          ...(columns !== undefined && { columns: columnsText(columns) }),
          updated_at: now(),
        }
        await changeView(tx, table, workspace, id, change)
        return { ...storedView, ...change }
      }),
    )
  },

  async remove(
    { store }: Pick<Context, 'store'>,
    workspace: WorkspaceId,
    id: number,
    scope: ViewScope = everywhere,
  ) {
    return deleteOne(store, absent, (tx) => removeView(tx, table, workspace, id, scope))
  },
})

const columnsText = (columns: readonly string[] | null) => (columns === null ? null : JSON.stringify(columns))

export const presentView = (row: RequestViewRow) => ({
  id: row.id,
  name: row.name,
  query: JSON.parse(row.query) as object,
  since_hours: row.since_hours,
  columns: row.columns === null ? null : (JSON.parse(row.columns) as string[]),
  ...timesOf(row),
})
