import { maxPriceListBytes } from '../../contract/index.ts'
import type { PriceList } from '../../engine/price/index.ts'
import { Refusal } from '../../engine/refusal.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/index.ts'
import { type GuardedFetch, OutboundError } from '../edge/index.ts'
import { nameOf } from '../http/caller.ts'
import type { Handler } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { deleteOldLists, findList, insertList, type ListHeading, putInForce } from './list-queries.ts'
import { listOf } from './list-text.ts'
import { readList } from './read-list.ts'

/** Number of stored lists of a workspace, so that a change can be reverted. */
const maxStoredLists = 5

/** A price list that a caller sent or named. */
export interface ListInput {
  /** Null for the built-in list. Without an id if the list is not stored yet. */
  readonly heading: ListHeading | null
  load(): Promise<PriceList | undefined>
  /** Makes this the list in use. Call it only if another list is in use. */
  putInForce(tx: Tx): Promise<ListHeading | null>
}

type Call = Parameters<Handler<'changePriceList'>>[1]

export async function listInput(context: Context, call: Call): Promise<ListInput> {
  const { price_list_id: id } = call.body
  if (id === undefined) return newList(context, call)
  if (id !== null) return storedList(context, call, id)
  return { heading: null, load: context.prices.builtIn, putInForce: async () => null }
}

async function storedList({ store, prices }: Context, { caller }: Call, id: number): Promise<ListInput> {
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

async function newList(context: Context, call: Call): Promise<ListInput> {
  const { caller } = call
  const by = { workspace: caller.workspace, name: nameOf(caller.actor) }
  return readListInput(context, by, await bytesOfInput(context, call))
}

interface NewList extends Pick<ListHeading, 'source' | 'name' | 'url'> {
  /** The field that a refusal of the bytes names. */
  readonly field: string
  readonly bytes: Uint8Array
}

/** Reads a list that is not stored yet. */
export async function readListInput(
  { store, now }: Pick<Context, 'store' | 'now'>,
  by: { readonly workspace: WorkspaceId; readonly name: string },
  { field, bytes, ...named }: NewList,
): Promise<ListInput> {
  const { content, ...facts } = await readList(bytes).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal('invalid', error.message, { loc: ['body', field] })
  })
  const heading = { ...named, ...facts, id: 0, imported_by: by.name, imported_at: now(), in_force: 1 }
  return {
    heading,
    load: () => listOf(content),
    async putInForce(tx) {
      const id = await store.nextId(tx, 'price_list_ids')
      await insertList(tx, { ...heading, workspace_id: by.workspace, id, content })
      await deleteOldLists(tx, by.workspace, maxStoredLists)
      return { ...heading, id }
    },
  }
}

/** Downloads the list at an https URL. */
export async function listAt(guardedFetch: GuardedFetch, text: string): Promise<NewList> {
  const url = URL.parse(text)
  if (!url) throw new Refusal('invalid', 'must be an https URL', { loc: ['body', 'url'] })
  const { origin, pathname } = url
  return {
    field: 'url',
    bytes: await fetchList(guardedFetch, text),
    source: 'url',
    name: pathname.split('/').at(-1) || origin,
    // The query is left out, because it may contain a token.
    url: origin + pathname,
  }
}

async function bytesOfInput(
  { uploads, guardedFetch }: Context,
  { caller, body, file }: Call,
): Promise<NewList> {
  if (body.url !== undefined) {
    const list = await listAt(guardedFetch, body.url)
    return { ...list, name: body.file_name ?? list.name }
  }
  const pieces: Buffer[] = []
  for await (const piece of uploads.read(caller.workspace, file!.id)) pieces.push(Buffer.from(piece))
  return {
    field: 'file_content_base64',
    bytes: Buffer.concat(pieces),
    source: 'file',
    name: body.file_name ?? 'A file',
    url: null,
  }
}

/** Milliseconds for the whole download. */
const timeLimit = 30_000

/** Downloads a price list. @throws Refusal `invalid` that names the field. */
async function fetchList(guardedFetch: GuardedFetch, url: string): Promise<Uint8Array> {
  try {
    const answer = await guardedFetch.fetch(url, {
      headers: { accept: 'application/json, text/plain' },
      timeoutMs: timeLimit,
      maxResponseBytes: maxPriceListBytes,
    })
    const bytes = await answer.bytes()
    if (!answer.url.startsWith('https:')) throw wrongUrl('must not lead to an address without https')
    if (answer.status !== 200) throw wrongUrl(`answered with status ${answer.status}`)
    return bytes
  } catch (error) {
    if (error instanceof OutboundError) throw wrongUrl(error.message)
    throw error
  }
}

const wrongUrl = (message: string) => new Refusal('invalid', message, { loc: ['body', 'url'] })
