/** Dashboards: tiles over requests and scores on one grid, shared in the workspace. */

import type { Tile } from '../../contract/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import { invalidFilter, parseFilter, parseSearch, type SearchCriteria } from '../../engine/search/index.ts'
import { listAuthorNames, recordAuthor } from '../authors/index.ts'
import { type DashboardRow, refusingDuplicates } from '../db/index.ts'
import { deleteOne } from '../http/delete-one.ts'
import type { Handlers } from '../http/handler.ts'
import { timesOf } from '../http/iso-time.ts'
import { changeDashboard, countDashboards, dashboardRows, selectDashboards } from './queries.ts'

const nameTaken = 'There is a dashboard of this name already.'
const absent = () => new Refusal('not_found', 'There is no such dashboard.')
const maxDashboards = 500
/** Maximum characters of the tiles as JSON; filters can be large. */
const maxTilesText = 256_000

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

/**
 * Serializes the tiles.
 * @throws Refusal 'bad_request' for filters that a search refuses, and for tiles without a required field.
 */
function tilesText(tiles: readonly Tile[]): string {
  const ids = new Set<string>()
  for (const [index, tile] of tiles.entries()) {
    const path = `tiles.${index}`
    if (ids.has(tile.id)) throw invalidFilter(`${path}.id`, 'is the id of another tile')
    ids.add(tile.id)
    if (tile.x + tile.width > 12) throw invalidFilter(`${path}.width`, 'must end within the 12 columns')
    if ((tile.group_by === 'metadata') !== (tile.metadata_key !== null))
      throw invalidFilter(
        `${path}.metadata_key`,
        'is required for the group metadata, and must be null for others',
      )
    if (tile.shape === 'groups' && tile.group_by === null)
      throw invalidFilter(`${path}.group_by`, 'is required for groups')
    if (tile.measure === 'sheet_score' && (tile.table_id === null || tile.sheet_id === null))
      throw invalidFilter(`${path}.sheet_id`, 'is required for the score of a sheet')
    checkScore(tile, path)
    try {
      parseFilter(tile.filter_group)
    } catch (error) {
      if (error instanceof Refusal) throw invalidFilter(path, error.message)
      throw error
    }
  }
  const text = JSON.stringify(tiles)
  if (text.length > maxTilesText)
    throw invalidFilter('tiles', `must have at most ${maxTilesText} characters as JSON`)
  return text
}

function checkScore(tile: Tile, path: string): void {
  const isScoreMeasure = tile.measure === 'score' || tile.measure === 'score_share'
  const isScoreGroup = tile.group_by === 'score'
  if (isScoreMeasure && isScoreGroup) throw invalidFilter(`${path}.group_by`, 'must not be score for a score')
  if ((isScoreGroup || tile.measure === 'score_share') && tile.score_name === null)
    throw invalidFilter(`${path}.score_name`, 'is required for this measure or group')
  if (!isScoreMeasure && !isScoreGroup && tile.score_name !== null)
    throw invalidFilter(`${path}.score_name`, 'must be null for measures and groups other than scores')
  if ((tile.measure === 'score_share') !== (tile.score_value !== null))
    throw invalidFilter(
      `${path}.score_value`,
      'is required for score_share, and must be null for other measures',
    )
  if (tile.score_subject !== null) checkSubject(tile, isScoreMeasure, path)
}

/** Tiles for scores of traces and sessions have no groups and no filters, because groups and filters apply to requests. */
function checkSubject(tile: Tile, isScoreMeasure: boolean, path: string): void {
  if (!isScoreMeasure)
    throw invalidFilter(`${path}.score_subject`, 'must be null for measures other than scores')
  if (tile.score_name === null)
    throw invalidFilter(`${path}.score_name`, 'is required for scores of traces and sessions')
  if (tile.group_by !== null)
    throw invalidFilter(`${path}.group_by`, 'must be null for scores of traces and sessions')
  if (tile.filter_group !== null)
    throw invalidFilter(`${path}.filter_group`, 'must be null for scores of traces and sessions')
}

const withoutScore = { score_name: null, score_value: null, score_subject: null }

/** Reads stored tiles. Tiles that were stored before scores had names and subjects lack these fields. */
const tilesOf = (text: string): Tile[] =>
  (JSON.parse(text) as Tile[]).map((tile) => ({
    ...withoutScore,
    ...tile,
  }))

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
