import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Version } from '../../../engine/template/diff/index.ts'
import { type Answer, call, queryClient } from '../../api/index.ts'
import { connectionIn, type NamedKey } from '../connection-in.ts'

export interface SavedVersion extends Version {
  readonly promptId: number
  readonly name: string
  readonly number: number
  readonly message: string | null
  readonly connection: NamedKey
}

const savedOf = (answer: Answer<'readRawTemplate'>): SavedVersion => ({
  promptId: answer.id,
  name: answer.prompt_name,
  number: answer.version,
  message: answer.commit_message,
  template: answer.prompt_template as Version['template'],
  metadata: answer.metadata as Version['metadata'],
  connection: connectionIn(answer),
})

/**
 * A saved version; the latest if no number is given. While it is loaded, data of another prompt is never
 * shown.
 */
export const versionQuery = (promptId: string, version: number | undefined) =>
  queryOptions({
    queryKey: ['prompt', promptId, 'version', version ?? 'latest'],
    queryFn: async ({ signal }) => {
      const answer = await call('readRawTemplate', {
        params: { identifier: promptId },
        query: { version, resolve_snippets: false },
        signal,
      })
      const saved = savedOf(answer)
      cacheVersion(saved)
      return saved
    },
    placeholderData: undefined,
    staleTime: version === undefined ? 5_000 : Number.POSITIVE_INFINITY,
  })

/** Caches a version under its number, because versions never change. */
function cacheVersion(saved: SavedVersion): void {
  queryClient.setQueryData(['prompt', String(saved.promptId), 'version', saved.number], saved)
}

/** Caches the published version as the latest, and invalidates every list of versions. */
export async function cachePublished(
  published: Answer<'publishTemplate'>,
  connection: NamedKey,
): Promise<void> {
  const promptId = String(published.id)
  const saved: SavedVersion = {
    promptId: published.id,
    name: published.prompt_name,
    number: published.version_number,
    message: published.commit_message,
    template: published.prompt_template as Version['template'],
    metadata: published.metadata as Version['metadata'],
    connection,
  }
  await queryClient.cancelQueries({ queryKey: ['prompt', promptId] })
  cacheVersion(saved)
  queryClient.setQueryData(versionQuery(promptId, undefined).queryKey, saved)
  void queryClient.invalidateQueries({ queryKey: ['prompt', promptId, 'versions'] })
  void queryClient.invalidateQueries({ queryKey: ['prompt', promptId, 'labels'] })
  void queryClient.invalidateQueries({ queryKey: ['prompts'] })
}

const perPage = 50

/** All versions of a prompt; with `q`, the versions whose number, label or commit message matches it. */
export const versionsQuery = (promptId: string, q?: string) =>
  infiniteQueryOptions({
    queryKey: ['prompt', promptId, 'versions', ...(q ? [q] : [])],
    queryFn: ({ signal, pageParam }) =>
      call('listPromptVersions', {
        params: { prompt_id: promptId },
        query: { limit: perPage, before: pageParam, q: q || undefined },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ has_more, versions }) => (has_more ? versions.at(-1)?.version : undefined),
    placeholderData: undefined,
  })

/** The numbers of all versions of a prompt, newest first: they have no gaps. */
export const versionsDownFrom = (latest: number): number[] =>
  Array.from({ length: latest }, (_none, index) => latest - index)

export type VersionPages = InfiniteData<Answer<'listPromptVersions'>, unknown>
export type ListedVersion = Answer<'listPromptVersions'>['versions'][number]

/** All labels of a prompt, also labels of versions that are not loaded. */
export const labelsQuery = (promptId: string) =>
  queryOptions({
    queryKey: ['prompt', promptId, 'labels'],
    queryFn: async ({ signal }) => {
      const { release_labels } = await call('listLabels', { params: { identifier: promptId }, signal })
      return release_labels.map((label) => ({
        id: label.release_label_id,
        name: label.release_label,
        version: label.prompt_version_number,
      }))
    },
    placeholderData: undefined,
  })

export interface Label {
  readonly id: number
  readonly name: string
  readonly version: number
}
