export interface DashboardRow {
  workspace_id: number
  id: number
  name: string
  /** Grows with each change. A change of an older revision is refused. */
  revision: number
  /** JSON of the filters that apply to all tiles. */
  query: string
  since_hours: number | null
  /** JSON of the tiles with their positions in the grid. */
  tiles: string
  created_at: number
  updated_at: number
}
