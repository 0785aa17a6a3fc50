import type { PriceList } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import { nameOf } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import { fetchList } from './fetch-list.ts'
import { deleteOldLists, findList, insertList, type ListHeading, putInForce } from './list-queries.ts'
import { listOf } from './list-text.ts'
import { readList } from './read-list.ts'

/** Stored lists per workspace, so that a change can be reverted. */
const keptLists = 5

/** A list that a caller sent or named. */
export interface GivenList {
  /** Null: the built-in list. Without an id: not stored yet. */
  readonly heading: ListHeading | null
  load(): Promise<PriceList | undefined>
  /** Call only if no other list is in force. */
  putInForce(tx: Tx): Promise<ListHeading | null>
}

type Call = Parameters<Handler<'changePriceList'>>[1]

export async function givenList(context: Context, call: Call): Promise<GivenList> {
  const { price_list_id: id } = call.body
  if (id === undefined) return newList(context, call)
  if (id !== null) return keptList(context, call, id)
  return { heading: null, load: context.prices.builtIn, putInForce: async () => null }
}

async function keptList({ store, prices }: Context, { caller }: Call, id: number): Promise<GivenList> {
  const { workspace } = caller
  const heading = await findList(store.db, workspace, id)
  if (!heading) throw new Refusal('not_found', 'There is no such price list.')
  return {
    heading,
    load: () => prices.listOf(workspace, heading),
    async putInForce(tx) {
      await putInForce(tx, workspace, id)
      return heading
    },
  }
}

async function newList(context: Context, call: Call): Promise<GivenList> {
  const { store, now } = context
  const { workspace, actor } = call.caller
  const { field, bytes, ...named } = await givenBytes(context, call)
  const { content, ...read } = await readList(bytes).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('invalid', error.message, { loc: ['body', field] })
  })
  const heading = {
    ...named,
    ...read,
    id: 0,
    imported_by: nameOf(actor),
    imported_at: now(),
    in_force: 1,
  }
  return {
    heading,
    load: () => listOf(content),
    async putInForce(tx) {
      const id = await store.nextId(tx, 'price_list_ids')
      await insertList(tx, { ...heading, workspace_id: workspace, id, content })
      await deleteOldLists(tx, workspace, keptLists)
      return { ...heading, id }
    },
  }
}

function urlOf(text: string): URL {
  const url = URL.parse(text)
  if (url) return url
  throw new Refusal('invalid', 'must be an https URL', { loc: ['body', 'url'] })
}

async function givenBytes({ uploads, guardedFetch }: Context, { caller, body, file }: Call) {
  if (body.url !== undefined) {
    const { origin, pathname } = urlOf(body.url)
    return {
      field: 'url',
      bytes: await fetchList(guardedFetch, body.url),
      source: 'url' as const,
      name: body.file_name ?? (pathname.split('/').at(-1) || origin),
      // The query is dropped: it may hold a token.
      url: origin + pathname,
    }
  }
  const pieces: Buffer[] = []
  for await (const piece of uploads.read(caller.workspace, file!.id)) pieces.push(Buffer.from(piece))
  return {
    field: 'file_content_base64',
    bytes: Buffer.concat(pieces),
    source: 'file' as const,
    name: body.file_name ?? 'A file',
    url: null,
  }
}
