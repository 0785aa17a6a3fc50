import { z } from 'zod'
import {
  answer,
  cleanText,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  strictNamed,
  textId,
  textInteger,
  times,
} from '../kit/index.ts'
import { requestLogQuery, StructuredFilterGroup } from '../requests/search.ts'

const define = endpointsOf({ tags: ['dashboards'], errors: namedErrors })
const path = '/api/public/v2/dashboards'

/** Measures of a tile. `sheet_score` is the score of a sheet, all others are measures of requests. */
export const tileMeasures = [
  'requests',
  'errors',
  'error_rate',
  'cost',
  'tokens',
  'latency_p50',
  'latency_p95',
  'latency_p99',
  'first_token_p50',
  'first_token_p95',
  'speed_p50',
  'score',
  'score_share',
  'sheet_score',
] as const
export type TileMeasure = (typeof tileMeasures)[number]

export const tileGroups = [
  'engine',
  'provider_type',
  'prompt_id',
  'prompt_version_number',
  'prompt_version',
  'source',
  'status',
  'error_type',
  'tags',
  'tool_names',
  'metadata',
  'score',
] as const
export type TileGroup = (typeof tileGroups)[number]

/** Subjects of scores, besides requests. */
export const tileScoreSubjects = ['trace', 'session'] as const
export type TileScoreSubject = (typeof tileScoreSubjects)[number]

export const gridColumns = 12
const maxRows = 1_000
const maxTiles = 40

/** Fields that a call may leave out; a missing field is null. */
const optional = {
  group_by: z.enum(tileGroups).nullable(),
  /** The key whose values are the groups, if the groups are `metadata`. */
  metadata_key: cleanText.min(1).max(200).nullable(),
  /**
   * The score that `score` or `score_share` measures, or whose categories are the groups; null: the mean of
   * all scores.
   */
  score_name: cleanText.min(1).max(200).nullable(),
  /** The value whose share is measured: a category, `yes` or `no`. */
  score_value: cleanText.min(1).max(2_000).nullable(),
  /**
   * Subject of the score; null: requests. Scores of traces and sessions follow these filters of the dashboard
   * alone: time, tags, metadata and models.
   */
  score_subject: z.enum(tileScoreSubjects).nullable(),
  /** Filters of this tile alone, added to those of the dashboard. */
  filter_group: StructuredFilterGroup.nullable(),
  /** The table and sheet of a `sheet_score`. */
  table_id: z.uuid().nullable(),
  sheet_id: z.uuid().nullable(),
}

const Tile = strictNamed('DashboardTile', {
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'must be 1 to 40 letters, digits, hyphens and underscores'),
  title: cleanText.min(1).max(120),
  measure: z.enum(tileMeasures),
  /** One number, a chart over time, or a list of groups. */
  shape: z.enum(['number', 'over_time', 'groups']),
  ...optional,
  x: z
    .int()
    .min(0)
    .max(gridColumns - 1),
  y: z.int().min(0).max(maxRows),
  width: z.int().min(2).max(gridColumns),
  height: z.int().min(1).max(12),
})
export type Tile = z.output<typeof Tile>

const TileInput = Tile.extend({
  group_by: optional.group_by.default(null),
  metadata_key: optional.metadata_key.default(null),
  score_name: optional.score_name.default(null),
  score_value: optional.score_value.default(null),
  score_subject: optional.score_subject.default(null),
  filter_group: optional.filter_group.default(null),
  table_id: optional.table_id.default(null),
  sheet_id: optional.sheet_id.default(null),
}).meta({ id: 'GivenDashboardTile' })

const Query = z.strictObject({ filter_group: requestLogQuery.filter_group, q: requestLogQuery.q })

const fields = {
  name: nameText(120),
  /** The filters of the dashboard: all tiles measure the requests that match. */
  query: Query,
  /** Only requests of the last hours; null for any time. */
  since_hours: z.int().min(1).max(87_600).nullable(),
  tiles: z.array(TileInput).max(maxTiles),
}

const ListedDashboard = named('ListedDashboard', {
  id: z.int(),
  name: z.string(),
  tile_count: z.int(),
  /** The person who made it; null for an API key. */
  author: z.string().nullable(),
  ...times,
})

const Dashboard = ListedDashboard.omit({ tile_count: true })
  .extend({
    revision: z.int(),
    query: Query,
    since_hours: z.int().nullable(),
    tiles: z.array(Tile),
  })
  .meta({ id: 'Dashboard' })

const OneDashboard = answer('DashboardResponse', { dashboard: Dashboard })

const DashboardId = z.object({ dashboard_id: textId('dashboard') })

export const listDashboards = define({
  id: 'list_dashboards',
  get: path,
  summary: 'List dashboards by name',
  query: z.object({
    /** A part of the name. */
    name: cleanText.max(120).optional(),
    page: textInteger({ minimum: 1, maximum: 10_000 }).default(1),
    per_page: textInteger({ minimum: 1, maximum: 100 }).default(30),
  }),
  success: {
    200: answer('DashboardsResponse', {
      dashboards: z.array(ListedDashboard),
      page: z.int(),
      per_page: z.int(),
      total: z.int(),
    }),
  },
  example: { query: { name: 'prod' } },
})

const exampleTile = {
  id: 'cost',
  title: 'Cost by prompt',
  measure: 'cost',
  shape: 'over_time',
  group_by: 'prompt_id',
  x: 0,
  y: 0,
  width: 6,
  height: 3,
} as const

export const createDashboard = define({
  id: 'create_dashboard',
  post: path,
  summary: 'Create a dashboard for the whole workspace',
  description: '`query` and the `filter_group` of a tile are checked like a search of requests.',
  body: z.strictObject({
    name: fields.name,
    query: fields.query.default({}),
    since_hours: fields.since_hours.default(null),
    tiles: fields.tiles.default([]),
  }),
  success: { 201: OneDashboard },
  example: { body: { name: 'Costs', since_hours: 168, tiles: [exampleTile] } },
})

export const readDashboard = define({
  id: 'read_dashboard',
  get: `${path}/{dashboard_id}`,
  summary: 'Read a dashboard',
  params: DashboardId,
  success: { 200: OneDashboard },
  example: { params: { dashboard_id: 1 } },
})

export const updateDashboard = define({
  id: 'update_dashboard',
  patch: `${path}/{dashboard_id}`,
  summary: 'Rename a dashboard, or change its variables or tiles',
  description:
    'With `revision`, the change is refused with 409 if the dashboard was changed since it was read.',
  params: DashboardId,
  body: z.strictObject({
    revision: z.int().min(1).optional(),
    name: fields.name.optional(),
    query: fields.query.optional(),
    since_hours: fields.since_hours.optional(),
    tiles: fields.tiles.optional(),
  }),
  success: { 200: OneDashboard },
  example: { params: { dashboard_id: 1 }, body: { name: 'Costs of production' } },
})

export const deleteDashboard = define({
  id: 'delete_dashboard',
  delete: `${path}/{dashboard_id}`,
  summary: 'Delete a dashboard; the requests stay',
  params: DashboardId,
  success: { 200: Deleted },
  example: { params: { dashboard_id: 1 } },
})
