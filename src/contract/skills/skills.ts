import { z } from 'zod'
import { hasCompleteExternalId, incompleteExternalId } from '../external-ids/filter.ts'
import {
  answer,
  boundedList,
  clashErrors,
  cleanText,
  ExternalId,
  endpointsOf,
  idOf,
  LabelName,
  named,
  skillErrors,
  textInteger,
} from '../kit/index.ts'
import { registryListQuery } from '../prompts/registry-list.ts'
import {
  bodyLimit,
  CollectionName,
  CommitMessage,
  FileMove,
  FilePath,
  FileUpdate,
  form,
  Identifier,
  InitialFileUpdate,
  ListedSkillCollection,
  maxFiles,
  Provider,
  SkillCollection,
  SkillCollectionVersion,
} from './fields.ts'

const define = endpointsOf({ tags: ['skill-collections'] })

export const listSkillCollections = define({
  id: 'listSkillCollectionsPublic',
  get: '/api/public/v2/skill-collections',
  summary: 'List skill collections',
  query: z
    .object({
      ...registryListQuery,
    })
    .refine(hasCompleteExternalId, incompleteExternalId),
  success: {
    200: answer('ListSkillCollectionsResponse', { skill_collections: z.array(ListedSkillCollection) }),
  },
  errors: skillErrors,
  etag: true,
  example: { query: { sort_by: 'name', sort_order: 'asc' } },
})

export const createSkillCollection = define({
  id: 'createSkillCollectionPublic',
  post: '/api/public/v2/skill-collections',
  summary: 'Create a skill collection with its first version',
  description: 'Files are sent as JSON, or as a zip archive in a form; paths are relative to the collection.',
  body: named('CreateSkillCollectionRequest', {
    name: CollectionName,
    folder_id: idOf('folder').nullish(),
    provider: Provider.nullish(),
    files: z.array(InitialFileUpdate).max(maxFiles).default([]),
    commit_message: CommitMessage.nullish(),
    external_ids: boundedList(ExternalId, 100).optional(),
  }),
  multipart: form,
  bodyLimit,
  success: {
    201: answer('CreateSkillCollectionResponse', {
      skill_collection: SkillCollection,
      external_ids: z.array(ExternalId),
      version: SkillCollectionVersion,
    }),
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

export const readSkillCollection = define({
  id: 'getSkillCollectionPublic',
  get: '/api/public/v2/skill-collections/{identifier+}',
  summary: 'Read a skill collection with its files, or download them as a zip archive',
  description:
    "By id, name or root path. File paths begin with the folder where the provider's agent looks for " +
    "skills, so that each file can be written relative to a project's root.",
  params: Identifier,
  query: z
    .object({
      format: z.enum(['zip', 'json']).optional(),
      label: cleanText.optional(),
      version: textInteger({ minimum: 1, maximum: 2_147_483_647 }).optional(),
    })
    .refine(({ label, version }) => label === undefined || version === undefined, {
      path: ['version'],
      message: 'must not have both label and version',
    }),
  success: {
    200: answer('GetSkillCollectionResponse', {
      skill_collection: SkillCollection,
      files: z.record(z.string(), z.string()),
      version: SkillCollectionVersion.nullable(),
    }),
  },
  download: 'application/zip',
  etag: true,
  example: { params: { identifier: 'support' } },
})

export const renameSkillCollection = define({
  id: 'updateSkillCollectionPublic',
  patch: '/api/public/v2/skill-collections/{identifier+}',
  summary: 'Rename a skill collection',
  params: Identifier,
  body: named('UpdateSkillCollectionRequest', { name: CollectionName.nullish() }),
  success: { 200: answer('UpdateSkillCollectionResponse', { skill_collection: SkillCollection }) },
  errors: { ...skillErrors, 404: 'failure' },
  example: { params: { identifier: 'support' }, body: { name: 'customer-support' } },
})

export const saveSkillCollectionVersion = define({
  id: 'saveSkillCollectionVersionPublic',
  post: '/api/public/v2/skill-collections/{identifier+}/versions',
  summary: 'Save the next version of a skill collection',
  description:
    'Deletes, then moves, then file updates apply to the latest version, or to the uploaded archive.',
  params: Identifier,
  body: named('SaveSkillCollectionVersionRequest', {
    file_updates: z.array(FileUpdate).max(maxFiles).default([]),
    moves: z.array(FileMove).max(maxFiles).default([]),
    deletes: z.array(FilePath).max(maxFiles).default([]),
    commit_message: CommitMessage.nullish(),
    release_label: LabelName.nullish(),
    provider: Provider.nullish(),
  }),
  multipart: form,
  bodyLimit,
  success: { 201: answer('SaveSkillCollectionVersionResponse', { version: SkillCollectionVersion }) },
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
