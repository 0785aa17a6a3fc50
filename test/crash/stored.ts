import type { Database } from './database.ts'

export interface StoredRequest {
  readonly id: number
  readonly marker: string
  readonly metadata: string
}
export interface StoredScore {
  readonly request: number
  readonly name: string
  readonly score: number
}
export interface StoredVersion {
  readonly id: number
  readonly prompt: number
  readonly number: number
  readonly marker: string
}
export interface StoredLabel {
  readonly id: number
  readonly prompt: number
  readonly version: number
}

/** The content of the database, read without the server. */
export interface Stored {
  readonly requests: StoredRequest[]
  readonly scores: StoredScore[]
  readonly versions: StoredVersion[]
  readonly labels: StoredLabel[]
  readonly prompts: { readonly id: number; readonly latest: number }[]
}

export async function readStored({ query }: Database): Promise<Stored> {
  return {
    requests: rows(await query('select id, function_name as marker, metadata from requests')),
    scores: rows(await query('select request_id as request, name, score from request_scores')),
    versions: rows(
      await query(
        'select id, prompt_id as prompt, version_number as number, commit_message as marker from prompt_versions',
      ),
    ),
    labels: rows(await query('select id, prompt_id as prompt, version_id as version from prompt_labels')),
    prompts: rows(await query('select id, latest_version as latest from prompts')),
  }
}

const rows = <T>(values: unknown[]) => values as T[]
