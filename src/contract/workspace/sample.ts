import { z } from 'zod'
import { answer, endpointsOf, named, namedErrors, timestamp } from '../kit/index.ts'

const define = endpointsOf({ tags: ['workspace'], errors: namedErrors })
const path = '/api/public/v2/sample'

/** Kinds of entities that the sample holds one by one; requests are counted only. */
const KeptEntity = named('KeptSampleEntity', {
  kind: z.enum(['prompt', 'table', 'dashboard', 'workflow', 'playground', 'folder']),
  id: z.string(),
  name: z.string(),
})

const Sample = named('Sample', {
  /** `failed`: loading ended with an error; the entities that it made can be removed. */
  state: z.enum(['loading', 'loaded', 'failed']),
  steps_done: z.int(),
  steps: z.int(),
  /** Why loading failed; null otherwise. */
  error: z.string().nullable(),
  loaded_by: z.string(),
  started_at: timestamp,
  folder_id: z.int().nullable(),
  prompt_ids: z.array(z.int()),
  table_id: z.string().nullable(),
  dashboard_id: z.int().nullable(),
  workflow_id: z.int().nullable(),
  playground_id: z.int().nullable(),
  trace_id: z.string().nullable(),
  request_ids: z.array(z.int()),
})

const OneSample = answer('SampleResponse', { sample: Sample.nullable() })

export const readSample = define({
  id: 'read_sample',
  get: path,
  summary: 'Read which sample data is loaded, and the progress of loading it',
  description: '`sample` is null if none is loaded.',
  success: { 200: OneSample },
  example: {},
})

export const loadSample = define({
  id: 'load_sample',
  post: path,
  summary:
    'Load the sample data: prompts, requests, traces, an evaluation, a dashboard, a workflow and a playground',
  description:
    'A job makes them; `GET` reads its progress. Everything is marked as sample: the prompts are in a folder of that name, ' +
    'prompts and requests have the tag `sample`. 409 if the sample is loaded already, or if a name of it is taken.',
  role: 'admin',
  success: { 202: OneSample },
  example: {},
})

export const removeSample = define({
  id: 'remove_sample',
  delete: path,
  summary: 'Remove the sample data, except the entities that people changed',
  description:
    'Deletes the entities that loading made. A prompt with a further version, a dynamic label or a further release label, ' +
    'a table, dashboard, workflow or playground that was changed, and a snippet that a remaining prompt uses are kept; they are ' +
    'no longer part of the sample. ' +
    'Without a sample nothing is removed; 409 while it is being loaded.',
  role: 'admin',
  success: {
    200: answer('RemovedSample', {
      removed: z.object({
        prompts: z.int(),
        requests: z.int(),
        traces: z.int(),
        tables: z.int(),
        dashboards: z.int(),
        workflows: z.int(),
        playgrounds: z.int(),
      }),
      kept: z.array(KeptEntity),
    }),
  },
  example: {},
})
