export interface SampleRow {
  workspace_id: number
  load_id: string
  state: 'loading' | 'loaded' | 'failed'
  steps_done: number
  steps: number
  error: string | null
  /** JSON of the person or key that loaded the sample. */
  actor: string
  /** JSON of the ids of the created entities, and of their versions when they were created. */
  entities: string
  started_at: number
}
