import type { z } from 'zod'
import type { ExternalId, PublishedVersion, RawPromptTemplate } from '../../contract/index.ts'
import type { PromptLabelRow, PromptRow, PromptVersionRow } from '../db/index.ts'
import { isoTime } from '../http/iso-time.ts'
import type { LoadedTemplate } from './load-template.ts'
import { tagsOf, versionOf } from './version.ts'

export function presentPublished(
  prompt: PromptRow,
  row: PromptVersionRow,
  labels: readonly string[],
  externalIds: z.output<typeof ExternalId>[],
): z.input<typeof PublishedVersion> {
  const version = versionOf(row)
  return {
    id: prompt.id,
    prompt_name: prompt.name,
    prompt_version_id: version.id,
    version_number: version.number,
    tags: tagsOf(prompt),
    release_labels: [...new Set(labels)],
    prompt_template: version.template,
    metadata: version.metadata,
    commit_message: version.commitMessage,
    external_ids: externalIds,
  }
}

export function presentRaw(
  loaded: LoadedTemplate,
  llmKwargs: Record<string, unknown> | null,
): z.input<typeof RawPromptTemplate> {
  const { prompt, version, template, snippets } = loaded
  return {
    success: true,
    id: prompt.id,
    prompt_name: prompt.name,
    version: version.number,
    workspace_id: prompt.workspace_id,
    prompt_template: template,
    metadata: version.metadata,
    commit_message: version.commitMessage,
    tags: tagsOf(prompt),
    created_at: isoTime(version.createdAt),
    snippets: [...snippets],
    llm_kwargs: llmKwargs,
    provider_id: version.extras.provider_id ?? null,
    provider_base_url_name: version.extras.provider_base_url_name ?? null,
  }
}

export function presentLabel(label: PromptLabelRow) {
  return {
    id: label.id,
    name: label.name,
    prompt_id: label.prompt_id,
    prompt_version_id: label.version_id,
    created_at: isoTime(label.created_at),
  }
}
