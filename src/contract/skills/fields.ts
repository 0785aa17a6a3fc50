import { z } from 'zod'
import { maxPathLength, readFilePath } from '../../engine/skills/file-path.ts'
import { cleanText, ExternalId, type MultipartForm, named, nameText, timestamp } from '../kit/index.ts'

/** Room for the largest collection as JSON text with escapes. */
export const bodyLimit = 32 * 1024 * 1024
export const maxFiles = 1000

/** Names of the two parts in PromptLayer's SDKs and documentation. */
export const form: MultipartForm = { json: ['metadata', 'json'], file: ['archive', 'zip', 'files'] }

const uuid = z.guid()
const uuidLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A name is one step of a path and never looks like an id, so that an identifier is unambiguous. */
export const CollectionName = nameText(255)
  .refine((name) => !name.includes('/'), 'must not contain a slash')
  .refine((name) => !uuidLike.test(name), 'must not look like an id')

export const Provider = cleanText.min(1).max(255)
export const CommitMessage = cleanText.max(512)

export const FilePath = cleanText
  .min(1)
  .max(maxPathLength)
  .transform((text, context) => {
    const reading = readFilePath(text)
    if ('path' in reading) return reading.path
    context.addIssue(reading.problem)
    return z.NEVER
  })

const fileFields = { path: FilePath, content: cleanText.default('') }
export const InitialFileUpdate = z.object(fileFields).meta({ id: 'InitialFileUpdate' })
export const FileUpdate = z.object(fileFields).meta({ id: 'FileUpdate' })

/** The JS SDK sends `from` and `to`. */
export const FileMove = z
  .object({
    old_path: FilePath.optional(),
    new_path: FilePath.optional(),
    from: FilePath.optional(),
    to: FilePath.optional(),
  })
  .transform(({ old_path, new_path, from, to }, context) => {
    const move = { old_path: old_path ?? from, new_path: new_path ?? to }
    const missing = { message: 'Field required', code: 'custom' as const, params: { type: 'missing' } }
    if (move.old_path === undefined) context.addIssue({ ...missing, path: ['old_path'] })
    if (move.new_path === undefined) context.addIssue({ ...missing, path: ['new_path'] })
    return move as { old_path: string; new_path: string }
  })
  .meta({ id: 'FileMove' })

export const SkillCollection = named('SkillCollection', {
  id: uuid,
  workspace_id: z.int(),
  folder_id: z.int().nullable(),
  root_path: z.string(),
  name: z.string(),
  provider: z.string().nullable(),
  is_deleted: z.boolean(),
  created_by: z.int().nullable(),
  created_at: timestamp,
  updated_by: z.int().nullable(),
  updated_at: timestamp,
  external_ids: z.array(ExternalId),
})

export const ListedSkillCollection = named('ListedSkillCollection', {
  ...SkillCollection.shape,
  /** The name of the person who made the collection; null if an API key did. */
  author: z.string().nullable(),
  latest_version_number: z.int(),
  /** The number of files of the latest version. */
  file_count: z.int(),
  labels: z.array(z.object({ name: z.string(), version_number: z.int() })),
})

export const SkillCollectionVersion = named('SkillCollectionVersion', {
  id: uuid,
  skill_collection_id: uuid,
  workspace_id: z.int(),
  number: z.int(),
  root_path_at_version: z.string(),
  provider: z.string().nullable(),
  file_paths: z.array(z.string()),
  commit_message: z.string().nullable(),
  release_label: z.string().nullable(),
  archived: z.boolean(),
  created_by: z.int().nullable(),
  user_email: z.string().nullable(),
  created_at: timestamp,
})

export type SkillCollectionBody = z.input<typeof SkillCollection>
export type SkillCollectionVersionBody = z.input<typeof SkillCollectionVersion>

/** The id, name or root path of a collection. */
export const Identifier = z.object({
  identifier: cleanText.min(1).max(2048).meta({ entity: 'skill-collection' }),
})
