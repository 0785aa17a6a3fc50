import { z } from 'zod'
import { longestPath, readFilePath } from '../engine/skills/file-path.ts'
import { externalIdInPart, isExternalIdWhole } from './external-id-filter.ts'
import {
  clashErrors,
  cleanText,
  defineEndpoint,
  ExternalId,
  idOf,
  type MultipartForm,
  skillErrors,
  standardErrors,
  textInteger,
  timestamp,
} from './kit/index.ts'
import { registryListQuery } from './registry-list.ts'

const tags = ['skill-collections'] as const

/** Room for a collection of the largest size as JSON text with its escapes. */
const bodyLimit = 32 * 1024 * 1024
const mostFiles = 1000

/** What the SDKs and the reference each call the two parts. */
const form: MultipartForm = { json: ['metadata', 'json'], file: ['archive', 'zip', 'files'] }

const uuid = z.guid()
const uuidLike = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A name is a step of a root path, and never what an id looks like: so an identifier means one collection. */
const CollectionName = cleanText
  .min(1)
  .max(255)
  .refine((name) => !name.includes('/'), 'must not contain a slash')
  .refine((name) => !uuidLike.test(name), 'must not look like an id')

const Provider = cleanText.min(1).max(255)
const CommitMessage = cleanText.max(512)
const ReleaseLabelName = cleanText.min(1).max(255)

const FilePath = cleanText
  .min(1)
  .max(longestPath)
  .transform((text, context) => {
    const reading = readFilePath(text)
    if ('path' in reading) return reading.path
    context.addIssue(reading.problem)
    return z.NEVER
  })

const fileFields = { path: FilePath, content: cleanText.default('') }
const InitialFileUpdate = z.object(fileFields).meta({ id: 'InitialFileUpdate' })
const FileUpdate = z.object(fileFields).meta({ id: 'FileUpdate' })

/** The JS SDK says `from` and `to`. */
const FileMove = z
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

const SkillCollection = z
  .object({
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
  .meta({ id: 'SkillCollection' })

const SkillCollectionVersion = z
  .object({
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
  .meta({ id: 'SkillCollectionVersion' })

export type SkillCollectionBody = z.input<typeof SkillCollection>
export type SkillCollectionVersionBody = z.input<typeof SkillCollectionVersion>

/** The id, the name or the root path of a collection. */
const Identifier = z.object({ identifier: cleanText.min(1).max(2048).meta({ entity: 'skill-collection' }) })
const success = z.literal(true)

export const listSkillCollections = defineEndpoint({
  id: 'listSkillCollectionsPublic',
  method: 'get',
  path: '/api/public/v2/skill-collections',
  summary: 'List skill collections',
  tags,
  auth: 'header',
  query: z
    .object({
      ...registryListQuery,
    })
    .refine(isExternalIdWhole, externalIdInPart),
  success: {
    200: z
      .object({ success, skill_collections: z.array(SkillCollection) })
      .meta({ id: 'ListSkillCollectionsResponse' }),
  },
  errors: skillErrors,
  etag: true,
  example: { query: { sort_by: 'name', sort_order: 'asc' } },
})

export const createSkillCollection = defineEndpoint({
  id: 'createSkillCollectionPublic',
  method: 'post',
  path: '/api/public/v2/skill-collections',
  summary: 'Create a skill collection with its first version',
  description: 'Files come as JSON, or as a zip archive in a form; paths are relative to the collection.',
  tags,
  auth: 'header',
  body: z
    .object({
      name: CollectionName,
      folder_id: idOf('folder').nullish(),
      provider: Provider.nullish(),
      files: z.array(InitialFileUpdate).max(mostFiles).default([]),
      commit_message: CommitMessage.nullish(),
      external_ids: z.array(ExternalId).optional(),
    })
    .meta({ id: 'CreateSkillCollectionRequest' }),
  multipart: form,
  bodyLimit,
  success: {
    201: z
      .object({
        success,
        skill_collection: SkillCollection,
        external_ids: z.array(ExternalId),
        version: SkillCollectionVersion,
      })
      .meta({ id: 'CreateSkillCollectionResponse' }),
  },
  errors: { ...clashErrors, ...skillErrors, 409: 'failure', 415: 'failure' },
  example: {
    body: {
      name: 'support',
      provider: 'claude_code',
      files: [{ path: 'triage/SKILL.md', content: '---\nname: triage\n---\nSort what comes in.\n' }],
      commit_message: 'first skills',
    },
  },
})

export const readSkillCollection = defineEndpoint({
  id: 'getSkillCollectionPublic',
  method: 'get',
  path: '/api/public/v2/skill-collections/{identifier+}',
  summary: 'Read a skill collection with its files, or download them as a zip archive',
  description:
    'By id, name or root path. File paths begin where the agent of the provider looks for them, so each ' +
    'can be written as it is from the root of a project.',
  tags,
  auth: 'header',
  params: Identifier,
  query: z
    .object({
      format: z.enum(['zip', 'json']).optional(),
      label: cleanText.optional(),
      version: textInteger({ minimum: 1, maximum: 2_147_483_647 }).optional(),
    })
    .refine(({ label, version }) => label === undefined || version === undefined, {
      path: ['version'],
      message: 'label and version exclude each other',
    }),
  success: {
    200: z
      .object({
        success,
        skill_collection: SkillCollection,
        files: z.record(z.string(), z.string()),
        version: SkillCollectionVersion.nullable(),
      })
      .meta({ id: 'GetSkillCollectionResponse' }),
  },
  download: 'application/zip',
  errors: standardErrors,
  etag: true,
  example: { params: { identifier: 'support' } },
})

export const renameSkillCollection = defineEndpoint({
  id: 'updateSkillCollectionPublic',
  method: 'patch',
  path: '/api/public/v2/skill-collections/{identifier+}',
  summary: 'Rename a skill collection',
  tags,
  auth: 'header',
  params: Identifier,
  body: z.object({ name: CollectionName.nullish() }).meta({ id: 'UpdateSkillCollectionRequest' }),
  success: {
    200: z
      .object({ success, skill_collection: SkillCollection })
      .meta({ id: 'UpdateSkillCollectionResponse' }),
  },
  errors: { ...skillErrors, 404: 'failure' },
  example: { params: { identifier: 'support' }, body: { name: 'customer-support' } },
})

export const saveSkillCollectionVersion = defineEndpoint({
  id: 'saveSkillCollectionVersionPublic',
  method: 'post',
  path: '/api/public/v2/skill-collections/{identifier+}/versions',
  summary: 'Save the next version of a skill collection',
  description:
    'Deletes, then moves, then file updates apply to the latest version, or to the archive where one comes.',
  tags,
  auth: 'header',
  params: Identifier,
  body: z
    .object({
      file_updates: z.array(FileUpdate).max(mostFiles).default([]),
      moves: z.array(FileMove).max(mostFiles).default([]),
      deletes: z.array(FilePath).max(mostFiles).default([]),
      commit_message: CommitMessage.nullish(),
      release_label: ReleaseLabelName.nullish(),
      provider: Provider.nullish(),
    })
    .meta({ id: 'SaveSkillCollectionVersionRequest' }),
  multipart: form,
  bodyLimit,
  success: {
    201: z
      .object({ success, version: SkillCollectionVersion })
      .meta({ id: 'SaveSkillCollectionVersionResponse' }),
  },
  errors: { ...skillErrors, 404: 'failure', 415: 'failure' },
  example: {
    params: { identifier: 'support' },
    body: {
      file_updates: [{ path: 'triage/reference.md', content: 'Urgent means today.\n' }],
      commit_message: 'say what urgent means',
      release_label: 'production',
    },
  },
})
