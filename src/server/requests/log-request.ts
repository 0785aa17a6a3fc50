import type { Endpoints, LogRequest } from '../../contract/index.ts'
import { markMasked } from '../../engine/masking/index.ts'
import type { Context } from '../context.ts'
import { type Call, type Handler, WrittenJson } from '../http/handler.ts'
import { storedJson } from '../http/json.ts'
import { readInThread } from './large-logs/log-reader.ts'
import { logOperation, mentionIn, parseLog, restOfAnswer, withId } from './large-logs/read-log.ts'
import { maskRecord } from './mask-record.ts'
import { withoutApiKey } from './original.ts'
import { linkTo, noLink } from './prompt-link.ts'
import { recordOfLog } from './record-of-log.ts'
import { callIdentity, recordOnce } from './record-once.ts'
import { recordRequest, recordStored } from './record-request.ts'

type LogCall = Call<Endpoints['logRequest']>

export const logRequest: Handler<'logRequest'> = async (context, call) => {
  if (!call.isUnparsed) return logParsed(context, call, call.body)
  // Masking needs the parsed body.
  if (await context.masking.maskerOf(call.caller.workspace))
    return logParsed(context, call, parseLog(call.original))
  return logLarge(context, call)
}

async function logParsed(context: Context, call: LogCall, body: LogRequest) {
  const { caller, original, userAgent, idempotencyKey } = call
  const { workspace } = caller
  const record = await maskRecord(context, workspace, {
    ...recordOfLog(body),
    price: priceIn(body, userAgent),
    link: noLink,
    original: withoutApiKey(original, body),
  })
  const identity = callIdentity(idempotencyKey, logOperation, record.original)
  const id = await recordOnce(context, workspace, identity, async () => {
    const link = await linkTo(context.store.db, workspace, mentionIn(body))
    return recordRequest(context, workspace, { ...record, link })
  })
  return { id, ...restOfAnswer(body) }
}

/**
 * Reads a large body on another thread: parsing, checking, packing and writing the answer would block the main thread
 * for tens of milliseconds.
 */
async function logLarge(context: Context, { caller, original, userAgent, idempotencyKey }: LogCall) {
  const { workspace } = caller
  const { store } = context
  const { record, metadata, mention, stored, identity, answer } = await readInThread({
    original,
    dialect: store.dialect,
    key: idempotencyKey,
  })
  const id = await recordOnce(context, workspace, identity, async () => {
    const link = await linkTo(store.db, workspace, mention)
    const price = priceIn({ price: record.price ?? undefined }, userAgent)
    const head = { ...record, metadata: storedJson(metadata) as Record<string, unknown>, price, link }
    return recordStored(context, workspace, markMasked(head), stored)
  })
  return new WrittenJson(withId(answer, id))
}

/** The Python SDK sends 0 if its caller gives no price. */
const priceIn = ({ price }: Pick<LogRequest, 'price'>, userAgent: string): number | null =>
  price === undefined || (price === 0 && userAgent.startsWith('promptlayer-python/')) ? null : price
