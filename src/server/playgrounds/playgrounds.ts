import type { Body, endpoints } from '../../contract/index.ts'
import { parseExact } from '../../engine/json/parse-exact.ts'
import { maxNameLength } from '../../engine/limits.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { PlaygroundRow } from '../db/index.ts'
import { type Caller, nameOf } from '../http/caller.ts'
import { deleteOne } from '../http/delete-one.ts'
import { ChangeAnswer, type Handlers } from '../http/handler.ts'
import { isoTime } from '../http/iso-time.ts'
import { changePlayground, type ListedRow, playgroundRows, selectPlaygrounds } from './queries.ts'

type Content = Body<typeof endpoints.createPlayground>['content']

const absent = () => new Refusal('not_found', 'There is no such playground.')

type Served =
  | 'listPlaygrounds'
  | 'createPlayground'
  | 'readPlayground'
  | 'updatePlayground'
  | 'deletePlayground'

export const savedPlaygroundHandlers: Pick<Handlers, Served> = {
  async listPlaygrounds({ store }, { caller, query }) {
    const { name, page, per_page } = query
    const { rows, total } = await selectPlaygrounds(store.scan, caller.workspace, { name, page, per_page })
    return { success: true as const, playgrounds: rows.map(presentItem), page, per_page, total }
  },

  async createPlayground({ store, now }, { caller, body }) {
    return store.transact(async (tx) => {
      const time = now()
      const row: PlaygroundRow = {
        workspace_id: caller.workspace,
        id: await store.nextId(tx, 'playground_ids'),
        name: body.name,
        version: 1,
        created_at: time,
        created_by_kind: caller.actor.kind,
        created_by_name: nameOf(caller.actor),
        ...changedBy(caller, time),
        ...contentColumns(body.content),
      }
      await playgroundRows.insert(tx, row)
      return answer(row)
    })
  },

  async readPlayground({ store }, { caller, params }) {
    const row = await playgroundRows.find(store.db, caller.workspace, params.playground_id)
    if (!row) throw absent()
    return answer(row)
  },

  async updatePlayground({ store, now }, { caller, params, body }) {
    return store.transact(async (tx) => {
      const current = await playgroundRows.find(tx, caller.workspace, params.playground_id)
      if (!current) throw absent()
      const row: PlaygroundRow = {
        ...current,
        ...(body.name !== undefined && { name: body.name }),
        ...(body.content && contentColumns(body.content)),
        ...changedBy(caller, now()),
        version: body.base_version + 1,
      }
      if (!(await changePlayground(tx, row, body.base_version))) {
        const later = await playgroundRows.find(tx, caller.workspace, params.playground_id)
        throw later ? changedMeanwhile(later) : absent()
      }
      return new ChangeAnswer(200, answer(row), { success: true, playground: presentItem(current) })
    })
  },

  async deletePlayground({ store }, { caller, params }) {
    return deleteOne(store, absent, (tx) => playgroundRows.remove(tx, caller.workspace, params.playground_id))
  },
}

const changedMeanwhile = ({ version, updated_by_name }: PlaygroundRow) =>
  new Refusal(
    'conflict',
    `The playground is at version ${version}, saved by ${updated_by_name}. Read it, then send the change again.`,
  )

const changedBy = ({ actor }: Caller, time: number) => ({
  updated_at: time,
  updated_by_kind: actor.kind,
  updated_by_name: nameOf(actor),
})

function contentColumns(content: Content) {
  const models = content.variants.map(({ metadata }) => metadata?.model?.name.slice(0, maxNameLength) ?? '')
  return {
    content: JSON.stringify(content),
    variant_count: content.variants.length,
    case_count: content.cases.length,
    models: JSON.stringify([...new Set(models)].filter((name) => name !== '')),
  }
}

const answer = (row: PlaygroundRow) => ({
  success: true as const,
  playground: { ...presentItem(row), content: parseExact(row.content) as Content },
})

const presentItem = (row: ListedRow) => ({
  id: row.id,
  name: row.name,
  version: row.version,
  variant_count: row.variant_count,
  case_count: row.case_count,
  models: JSON.parse(row.models) as string[],
  created_at: isoTime(row.created_at),
  created_by: { kind: row.created_by_kind, name: row.created_by_name },
  updated_at: isoTime(row.updated_at),
  updated_by: { kind: row.updated_by_kind, name: row.updated_by_name },
})
