import { parseExact } from '../../engine/json/parse-exact.ts'
import type { Metadata, PromptTemplate } from '../../engine/template/blueprint/index.ts'
import type { SnippetOverrides } from '../../engine/template/snippets/index.ts'
import type { PromptVersionRow } from '../db/index.ts'

/** Fields of a version besides template and metadata. */
export interface VersionExtras {
  readonly provider_base_url_name?: string | null
  readonly provider_id?: number | null
  readonly inference_client_name?: string | null
  readonly report_id?: number | null
  readonly snippet_overrides?: SnippetOverrides | null
}

/** A version in the form of the engine. Rows are converted only here. */
export interface Version {
  readonly id: number
  readonly promptId: number
  readonly number: number
  readonly template: PromptTemplate
  readonly metadata: Metadata | null
  readonly commitMessage: string | null
  readonly extras: VersionExtras
  readonly createdAt: number
}

export function versionOf(row: PromptVersionRow): Version {
  return {
    id: row.id,
    promptId: row.prompt_id,
    number: row.version_number,
    template: parseExact(row.template) as PromptTemplate,
    metadata: row.metadata === null ? null : (parseExact(row.metadata) as Metadata),
    commitMessage: row.commit_message,
    extras: row.extras === null ? {} : (parseExact(row.extras) as VersionExtras),
    createdAt: row.created_at,
  }
}

export const tagsOf = (row: { tags: string }): string[] => JSON.parse(row.tags) as string[]
