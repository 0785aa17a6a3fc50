import { z } from 'zod'
import { answer, endpointsOf, named, timestamp } from '../kit/index.ts'

const define = endpointsOf({ tags: ['installation'] })

const Part = named('StoragePart', {
  name: z.enum(['requests', 'payloads', 'search_index', 'traces', 'sheets', 'other']),
  size_bytes: z.int().nonnegative().nullable(),
  rows: z.int().nonnegative().nullable(),
  is_estimate: z.boolean(),
})

const Storage = named('Storage', {
  engine: z.enum(['sqlite', 'postgres']),
  version: z.string(),
  data_folder: z.string(),
  size_bytes: z.int().nonnegative(),
  parts: z.array(Part),
  disk: z.object({ free_bytes: z.int().nonnegative(), size_bytes: z.int().nonnegative() }).nullable(),
  last_backup: z.object({ at: timestamp, size_bytes: z.int().nonnegative() }).nullable(),
  bodies: z
    .object({
      bucket: z.string().nullable(),
      direction: z.enum(['out', 'back']),
      objects: z.int().nonnegative(),
      bodies: z.int().nonnegative(),
      size_bytes: z.int().nonnegative(),
      problem: z.string().nullable(),
    })
    .nullable()
    .meta({
      description:
        'Bodies of requests in object storage; null if the server uses none. `direction` is `back` while they move ' +
        'into the database. `problem` is why the last call of the storage failed.',
    }),
  log_copy: z
    .object({
      state: z.enum(['off', 'changes', 'backfill', 'complete']),
      read_from: z.enum(['database', 'clickhouse']),
      pending: z.int().nonnegative(),
      size_bytes: z.int().nonnegative().nullable(),
      problem: z.string().nullable(),
      traces: z.object({
        state: z.enum(['off', 'changes', 'backfill', 'complete']),
        read_from: z.enum(['database', 'clickhouse']),
        pending: z.int().nonnegative(),
        problem: z.string().nullable(),
      }),
    })
    .nullable()
    .meta({
      description:
        'The copy of the log in ClickHouse; null if the server keeps none. The first fields are about its requests, ' +
        '`traces` about its traces. `state` is `changes` until a backfill begins and `complete` after it. `read_from` says ' +
        'where searches are answered. `pending` is about how many changes are not copied yet, `problem` why copying ' +
        'fails. `size_bytes` counts both; it is null while ClickHouse does not answer.',
    }),
  measured_at: timestamp,
})

export const readStorage = define({
  id: 'read_storage',
  get: '/api/public/v2/storage',
  summary: "Read the size of this server's database and the free disk space",
  description:
    'The figures cover the whole server, all workspaces together. Sizes include indexes. A part that ' +
    'takes more than a moment to measure is estimated from a sample (`is_estimate`), or null if it ' +
    'cannot be. `rows` counts the requests, bodies, facets, spans and cells of their parts. `disk` is ' +
    'the disk of the data folder, `last_backup` the last `galley backup` of it; null if none is known.',
  role: 'admin',
  success: { 200: answer('StorageResponse', { storage: Storage }) },
  example: {},
})

const Sandbox = named('Sandbox', {
  level: z.enum(['bubblewrap', 'namespaces', 'permission', 'none']),
  details: z.string(),
  is_walled: z.boolean(),
  is_strict: z.boolean(),
  can_run: z.boolean(),
})

export const readSandbox = define({
  id: 'read_sandbox',
  get: '/api/public/v2/sandbox',
  summary: 'Read how the code of tools and cells is isolated from this server',
  description:
    '`level` is the strongest layer that holds on this machine, measured once by a program that tries to ' +
    'escape; `details` has the result of each layer. `is_walled`: the operating system confines the ' +
    'code. With `is_strict`, code runs only where it is confined so.',
  role: 'admin',
  success: { 200: answer('SandboxResponse', { sandbox: Sandbox }) },
  example: {},
})
