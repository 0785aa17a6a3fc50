export interface DashboardRow {
  workspace_id: number
  id: number
  name: string
  /** Grows with each change, so that a change of an older state is refused. */
  revision: number
  /** JSON: filters of all tiles. */
  query: string
  since_hours: number | null
  /** JSON: the tiles with their places in the grid. */
  tiles: string
  created_at: number
  updated_at: number
}
