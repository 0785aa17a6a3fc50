import { z } from 'zod'
import type { Area } from '../areas.ts'
import {
  answer,
  cleanText,
  Deleted,
  type Entity,
  endpointsOf,
  named,
  namedErrors,
  nameText,
  textId,
  times,
} from '../kit/index.ts'

const ViewName = nameText(120)

const displayFields = {
  /** Only requests or traces of the last hours before the view is opened. */
  since_hours: z.int().min(1).max(87_600).nullable(),
  /** Columns to show, in this order; null leaves the choice to the reader. */
  columns: z.array(cleanText.min(1).max(64)).max(50).nullable(),
}

interface Summaries {
  readonly list: string
  readonly create: string
  readonly update: string
  readonly delete: string
}

/** Saved searches of one kind. `own` are fields that are set at creation only. */
interface Saved<Noun extends string, Query extends z.ZodType, Own extends z.ZodRawShape> {
  readonly noun: Noun
  /** Begins the names of schemas. */
  readonly schema: string
  readonly entity: Entity
  readonly tag: Area
  readonly query: Query
  readonly own: Own
  readonly summaries: Summaries
  readonly description: string
  readonly example: { readonly [Field in keyof Own]: z.input<Own[Field]> } & {
    readonly name: string
    readonly query: z.input<Query>
    readonly since_hours: number
  }
}

/** The four operations on saved searches of one kind. */
export function viewEndpoints<const Noun extends string, Query extends z.ZodType, Own extends z.ZodRawShape>({
  noun,
  schema,
  entity,
  tag,
  query,
  own,
  summaries,
  description,
  example,
}: Saved<Noun, Query, Own>) {
  const path = `/api/public/v2/${noun}-views`
  const define = endpointsOf({ tags: [tag], errors: namedErrors })
  const View = named(`${schema}View`, {
    id: z.int(),
    name: z.string(),
    ...own,
    query,
    ...displayFields,
    ...times,
  })
  const viewField = { [`${noun}_view`]: View } as Record<`${Noun}_view`, typeof View>
  const viewsField = { [`${noun}_views`]: z.array(View) } as Record<`${Noun}_views`, z.ZodArray<typeof View>>
  const OneView = answer(`${schema}ViewResponse`, { ...viewField })
  const id = { [`${noun}_view_id`]: textId(entity) } as Record<`${Noun}_view_id`, ReturnType<typeof textId>>
  const ViewId = z.object(id)
  const exampleId = { [`${noun}_view_id`]: 1 } as unknown as z.input<typeof ViewId>
  return {
    list: define({
      id: `list_${noun}_views`,
      get: path,
      summary: summaries.list,
      success: { 200: answer(`${schema}ViewsResponse`, { ...viewsField }) },
      example: {},
    }),
    create: define({
      id: `create_${noun}_view`,
      post: path,
      summary: summaries.create,
      description,
      body: z.strictObject({
        name: ViewName,
        ...own,
        query,
        since_hours: displayFields.since_hours.default(null),
        columns: displayFields.columns.default(null),
      }),
      success: { 201: OneView },
      example: { body: example as never },
    }),
    update: define({
      id: `update_${noun}_view`,
      patch: `${path}/{${noun}_view_id}`,
      summary: summaries.update,
      params: ViewId,
      body: z.strictObject({
        name: ViewName.optional(),
        query: query.optional(),
        since_hours: displayFields.since_hours.optional(),
        columns: displayFields.columns.optional(),
      }),
      success: { 200: OneView },
      example: { params: exampleId, body: { name: `${example.name}, today` } as never },
    }),
    delete: define({
      id: `delete_${noun}_view`,
      delete: `${path}/{${noun}_view_id}`,
      summary: summaries.delete,
      params: ViewId,
      success: { 200: Deleted },
      example: { params: exampleId },
    }),
  }
}
