import { z } from 'zod'
import { maxDataValues, maxNameLength, maxVariables } from '../../engine/limits.ts'
import { ChatTemplate } from '../../engine/template/blueprint/index.ts'
import {
  actor,
  answer,
  boundedList,
  boundedRecord,
  cleanText,
  Deleted,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  strictNamed,
  textId,
  textInteger,
  timestamp,
} from '../kit/index.ts'
import { MetadataBody } from '../schemas.ts'
import { maxScorers, Scorer } from './scorers.ts'

const define = endpointsOf({ tags: ['playgrounds'] })
const path = '/api/public/v2/playgrounds'

/** Each autosave is an event, and the content may have megabytes. */
const unauditedFields = ['content', 'playground.content']

const bodyLimit = 8 * 1024 * 1024
const maxPlaygroundVariants = 6
const maxPlaygroundCases = 200

const Variant = strictNamed('PlaygroundVariant', {
  /** The prompt and the version from which the variant was made. */
  prompt: cleanText.max(maxNameLength).nullable(),
  version: z.int().positive().optional(),
  /** True if the content differs from that version. */
  edited: z.boolean().optional(),
  template: ChatTemplate,
  metadata: MetadataBody.nullable(),
})

/** A text, or JSON as written, which may be incomplete. */
const WrittenValue = z.union([cleanText, z.strictObject({ json: cleanText })])

const Case = strictNamed('PlaygroundCase', { values: boundedRecord(WrittenValue, maxVariables) })

const Content = strictNamed('PlaygroundContent', {
  variants: boundedList(Variant, maxPlaygroundVariants),
  cases: boundedList(Case, maxPlaygroundCases),
  scorers: boundedList(Scorer, maxScorers).default([]),
})

const Name = nameText(255)

const Author = actor.omit({ id: true })

const ListedPlayground = named('PlaygroundItem', {
  id: z.int(),
  name: z.string(),
  /** Grows with each change. */
  version: z.int(),
  variant_count: z.int(),
  case_count: z.int(),
  /** Names of the models that its variants call. */
  models: z.array(z.string()),
  created_at: timestamp,
  created_by: Author,
  updated_at: timestamp,
  updated_by: Author,
})

const Playground = ListedPlayground.extend({ content: Content }).meta({ id: 'Playground' })

const OnePlayground = answer('PlaygroundResponse', { playground: Playground })

const PlaygroundId = z.object({ playground_id: textId('playground') })

const contentExample = {
  variants: [
    {
      prompt: null,
      template: {
        type: 'chat' as const,
        messages: [
          { role: 'user' as const, content: [{ type: 'text' as const, text: 'Answer {question} briefly.' }] },
        ],
      },
      metadata: { model: { provider: 'openai', name: 'gpt-4o-mini' } },
    },
  ],
  cases: [{ values: { question: 'Where is my parcel?' } }],
  scorers: [{ kind: 'length' as const, name: 'Short', unit: 'words' as const, max: 30 }],
}

export const listPlaygrounds = define({
  id: 'list_playgrounds',
  get: path,
  summary: 'List the saved playgrounds, the latest changed first, without their content',
  query: z.object({
    name: cleanText.max(255).optional(),
    page: textInteger({ minimum: 1, maximum: 1_000_000 }).default(1),
    per_page: textInteger({ minimum: 1, maximum: 250 }).default(50),
  }),
  success: {
    200: answer('PlaygroundsResponse', {
      playgrounds: z.array(ListedPlayground),
      page: z.int(),
      per_page: z.int(),
      total: z.int(),
    }),
  },
  example: { query: { name: 'support' } },
})

export const createPlayground = define({
  id: 'create_playground',
  post: path,
  summary: 'Save a playground for the whole workspace',
  keepsNumbers: true,
  bodyLimit,
  valueLimit: maxDataValues,
  unauditedFields,
  body: z.strictObject({ name: Name, content: Content }),
  success: { 201: OnePlayground },
  example: { body: { name: 'Short answers', content: contentExample } },
})

export const readPlayground = define({
  id: 'read_playground',
  get: `${path}/{playground_id}`,
  summary: 'Read a playground with its variants and cases',
  params: PlaygroundId,
  success: { 200: OnePlayground },
  example: { params: { playground_id: 1 } },
})

export const updatePlayground = define({
  id: 'update_playground',
  patch: `${path}/{playground_id}`,
  summary: 'Rename a playground, or replace its content',
  description:
    '`base_version` is the version that the change was made from. If the playground has a later one, the ' +
    'answer is 409 and nothing changes.',
  keepsNumbers: true,
  bodyLimit,
  valueLimit: maxDataValues,
  params: PlaygroundId,
  unauditedFields,
  returnsBefore: true,
  body: z.strictObject({
    base_version: z.int().positive(),
    name: Name.optional(),
    content: Content.optional(),
  }),
  success: { 200: OnePlayground },
  errors: namedErrors,
  example: { params: { playground_id: 1 }, body: { base_version: 1, name: 'Shorter answers' } },
})

export const deletePlayground = define({
  id: 'delete_playground',
  delete: `${path}/{playground_id}`,
  summary: 'Delete a playground',
  unauditedFields,
  params: PlaygroundId,
  success: { 200: Deleted },
  example: { params: { playground_id: 1 } },
})
