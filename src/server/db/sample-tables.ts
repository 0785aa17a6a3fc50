export interface SampleRow {
  workspace_id: number
  load_id: string
  state: 'loading' | 'loaded' | 'failed'
  steps_done: number
  steps: number
  error: string | null
  /** JSON of the person or key that loaded it. */
  actor: string
  /** JSON: ids of the created entities, with their versions at that time. */
  entities: string
  started_at: number
}
