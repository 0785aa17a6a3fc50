import type { Endpoint } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Store, Tx } from '../db/index.ts'
import type { Actor, WorkspaceId } from './caller.ts'
import type { Call, HandlerOf, Reply } from './handler.ts'
import { Answer, ChangeAnswer } from './handler.ts'
import { StreamedJson } from './streamed-json.ts'

/** One change, as it is recorded. */
export interface Change {
  readonly workspace: WorkspaceId
  readonly actor: Actor
  readonly operation: string
  readonly params: unknown
  readonly given: unknown
  /** What the reading operation at the same address showed. */
  readonly before: unknown
}

export interface Audit {
  /** Writes the event in the transaction of the change itself, with the answer where that is known there; gives its id. */
  record(store: Store, tx: Tx, change: Change, after?: unknown): Promise<number>
  /** Adds the answer, once the change stands. */
  complete(store: Store, workspace: WorkspaceId, id: number, after: unknown): Promise<void>
  /** Tells those who watch that the event is whole. */
  told(workspace: WorkspaceId): void
  /** The handler that reads what a changing endpoint changes, if one stands at its address. */
  readerOf(endpoint: Endpoint): HandlerOf<Endpoint> | undefined
}

/** Runs a handler so that what it changes is recorded with the change, or neither is. */
export async function withAudit(
  audit: Audit,
  context: Context,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  call: Call,
): Promise<Reply<Endpoint>> {
  const { caller, params, body } = call
  const change: Change = {
    workspace: caller.workspace,
    actor: caller.actor,
    operation: endpoint.id,
    params: params ?? {},
    given: shown(endpoint, body ?? null),
    before: endpoint.returnsBefore
      ? null
      : shown(endpoint, await readBefore(audit.readerOf(endpoint), context, call)),
  }
  const { store } = context
  let event: number | undefined
  let recorded: unknown
  const recording: Store = {
    ...store,
    // Whichever transaction of the call comes first carries the event; an event that was rolled back is none.
    async transact(work) {
      if (event !== undefined) return store.transact(work)
      const [result, id] = await store.transact(async (tx) => {
        const result = await work(tx)
        const whole =
          result instanceof ChangeAnswer ? { ...change, before: shown(endpoint, result.before) } : change
        return [result, await audit.record(store, tx, whole, afterIn(endpoint, result))] as const
      })
      event = id
      recorded = result
      return result
    },
  }
  const answer = await handler({ ...context, store: recording }, call)
  if (event === undefined) return answer
  if (answer instanceof Answer && answer === recorded) audit.told(caller.workspace)
  else await audit.complete(store, caller.workspace, event, afterOf(endpoint, answer))
  return answer
}

/** An `Answer` that a transaction gives is what the caller will hear: recorded with the change it needs no commit of its own. */
const afterIn = (endpoint: Endpoint, result: unknown): unknown =>
  result instanceof Answer ? shown(endpoint, result.body) : undefined

async function readBefore(reader: HandlerOf<Endpoint> | undefined, context: Context, call: Call) {
  if (!reader) return null
  try {
    const answer = await reader(context, { ...call, query: {} as never, body: undefined as never })
    return answer instanceof Answer ? answer.body : answer
  } catch {
    // What is not there cannot be read; the change itself will say so.
    return null
  }
}

function afterOf(endpoint: Endpoint, answer: Reply<Endpoint>): unknown {
  if (answer instanceof StreamedJson) return shown(endpoint, answer.recorded)
  return shown(endpoint, answer instanceof Answer ? answer.body : answer)
}

/** Without the fields that hold secrets. */
function shown({ secretFields = [] }: Endpoint, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || secretFields.length === 0) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !secretFields.includes(name)))
}
