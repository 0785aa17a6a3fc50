import { Refusal } from '../../engine/refusal.ts'
import { parseSearch, type SearchCriteria } from '../../engine/search/index.ts'
import { listAuthorNames, recordAuthor } from '../authors/index.ts'
import { type DashboardRow, refusingDuplicates } from '../db/index.ts'
import { deleteOne } from '../http/delete-one.ts'
import type { Handlers } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { changeDashboard, countDashboards, dashboardRows, selectDashboards } from './queries.ts'
import { tilesOf, tilesText } from './tiles.ts'

const nameTaken = 'There is a dashboard of this name already.'
const absent = () => new Refusal('not_found', 'There is no such dashboard.')
const maxDashboards = 500

export const dashboardHandlers = {
  async listDashboards({ store }, { caller, query }) {
    const { workspace } = caller
    const { name, page, per_page } = query
    const rows = await selectDashboards(store.scan, workspace, name, query)
    const authors = await listAuthorNames(
      store.scan,
      workspace,
      'dashboard',
      rows.map(({ id }) => id),
    )
    return {
      success: true as const,
      dashboards: rows.map((row) => ({
        ...presentSummary(row, authors.get(String(row.id)) ?? null),
        tile_count: (JSON.parse(row.tiles) as unknown[]).length,
      })),
      page,
      per_page,
      total: await countDashboards(store.scan, workspace, name),
    }
  },

  async createDashboard({ store, now }, { caller, body }) {
    const { workspace, actor } = caller
    const tiles = tilesText(body.tiles)
    parseSearch(body.query as SearchCriteria)
    return refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        if ((await countDashboards(tx, workspace)) >= maxDashboards)
          throw new Refusal('bad_request', `A workspace has at most ${maxDashboards} dashboards.`)
        const time = now()
        const row: DashboardRow = {
          workspace_id: workspace,
          id: await store.nextId(tx, 'dashboard_ids'),
          name: body.name,
          revision: 1,
          query: JSON.stringify(body.query),
          since_hours: body.since_hours,
          tiles,
          created_at: time,
          updated_at: time,
        }
        await dashboardRows.insert(tx, row)
        await recordAuthor(tx, caller, { kind: 'dashboard', id: row.id })
        return answer(row, actor.kind === 'person' ? actor.name : null)
      }),
    )
  },

  async readDashboard({ store }, { caller, params }) {
    const row = await dashboardRows.find(store.db, caller.workspace, params.dashboard_id)
    if (!row) throw absent()
    const authors = await listAuthorNames(store.db, caller.workspace, 'dashboard', [row.id])
    return answer(row, authors.get(String(row.id)) ?? null)
  },

  async updateDashboard({ store, now }, { caller, params, body }) {
    const { name, query, since_hours } = body
    if (query) parseSearch(query as SearchCriteria)
    const tiles = body.tiles && tilesText(body.tiles)
    const row = await refusingDuplicates(store, nameTaken, () =>
      store.transact(async (tx) => {
        const dashboard = await dashboardRows.find(tx, caller.workspace, params.dashboard_id)
        if (!dashboard) throw absent()
        const change = {
          ...(name !== undefined && { name }),
          ...(query && { query: JSON.stringify(query) }),
          ...(since_hours !== undefined && { since_hours }),
          ...(tiles !== undefined && { tiles }),
          updated_at: now(),
        }
        const revision = body.revision ?? dashboard.revision
        if (!(await changeDashboard(tx, { ...dashboard, revision }, change)))
          throw new Refusal('conflict', 'The dashboard was changed since it was read. Load it again.')
        return { ...dashboard, ...change, revision: revision + 1 }
      }),
    )
    const authors = await listAuthorNames(store.db, caller.workspace, 'dashboard', [row.id])
    return answer(row, authors.get(String(row.id)) ?? null)
  },

  async deleteDashboard({ store }, { caller, params }) {
    return deleteOne(store, absent, (tx) => dashboardRows.remove(tx, caller.workspace, params.dashboard_id))
  },
} satisfies Partial<Handlers>

const presentSummary = (row: DashboardRow, author: string | null) => ({
  id: row.id,
  name: row.name,
  author,
  ...timesOf(row),
})

const answer = (row: DashboardRow, author: string | null) => ({
  success: true as const,
  dashboard: {
    ...presentSummary(row, author),
    revision: row.revision,
    query: JSON.parse(row.query) as object,
    since_hours: row.since_hours,
    tiles: tilesOf(row.tiles),
  },
})
