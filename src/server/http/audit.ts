import type { Endpoint } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Store, Tx } from '../db/index.ts'
import type { Actor, WorkspaceId } from './caller.ts'
import type { Call, HandlerOf, Reply } from './handler.ts'
import { Answer, ChangeAnswer } from './handler.ts'
import { StreamedJson } from './streamed-json.ts'

/** A change to record in the audit log. */
export interface Change {
  readonly workspace: WorkspaceId
  readonly actor: Actor
  readonly operation: string
  readonly params: unknown
  readonly input: unknown
  /** Response of the reading operation at the same address, before the change. */
  readonly before: unknown
}

export interface Audit {
  /**
   * Writes the event in the transaction of the change, with the response if the handler has it. Returns the event's id.
   */
  record(store: Store, tx: Tx, change: Change, after?: unknown): Promise<number>
  /** Adds the response after the change is committed. */
  complete(store: Store, workspace: WorkspaceId, id: number, after: unknown): Promise<void>
  /** Notifies listeners that an event is complete. */
  notify(workspace: WorkspaceId, id: number): void
  /** The handler that reads the entity of a changing endpoint, if the same address can be read. */
  readerOf(endpoint: Endpoint): HandlerOf<Endpoint> | undefined
}

/** Runs a handler so that its change and the audit event share a transaction. */
export async function withAudit(
  audit: Audit,
  context: Context,
  endpoint: Endpoint,
  handler: HandlerOf<Endpoint>,
  call: Call,
): Promise<Reply<Endpoint>> {
  const { caller, params, body } = call
  const input = auditedPart(endpoint, body ?? null)
  const change: Change = {
    workspace: caller.workspace,
    actor: caller.actor,
    operation: endpoint.id,
    params: params ?? {},
    input: endpoint.masksAudit ? await context.masking.value(caller.workspace, input) : input,
    before: endpoint.returnsBefore
      ? null
      : auditedPart(endpoint, await readBefore(audit.readerOf(endpoint), context, call)),
  }
  const { store } = context
  let event: number | undefined
  let recorded: unknown
  const recording: Store = {
    ...store,
    // The first transaction of the call carries the event; if it rolls back, so does the event.
    async transact(work) {
      if (event !== undefined) return store.transact(work)
      const [result, id] = await store.transact(async (tx) => {
        const result = await work(tx)
        const complete =
          result instanceof ChangeAnswer
            ? { ...change, before: auditedPart(endpoint, result.before) }
            : change
        return [result, await audit.record(store, tx, complete, afterIn(endpoint, result))] as const
      })
      event = id
      recorded = result
      return result
    },
  }
  const answer = await handler({ ...context, store: recording }, call)
  if (event === undefined) return answer
  if (answer instanceof Answer && answer === recorded) audit.notify(caller.workspace, event)
  else await audit.complete(store, caller.workspace, event, afterOf(endpoint, answer))
  return answer
}

/** An `Answer` returned by a transaction is the response, so it is recorded without a further commit. */
const afterIn = (endpoint: Endpoint, result: unknown): unknown =>
  result instanceof Answer ? auditedPart(endpoint, result.body) : undefined

async function readBefore(reader: HandlerOf<Endpoint> | undefined, context: Context, call: Call) {
  if (!reader) return null
  try {
    const answer = await reader(context, { ...call, query: {} as never, body: undefined as never })
    return answer instanceof Answer ? answer.body : answer
  } catch {
    // The resource does not exist; the change itself refuses.
    return null
  }
}

function afterOf(endpoint: Endpoint, answer: Reply<Endpoint>): unknown {
  if (answer instanceof StreamedJson) return auditedPart(endpoint, answer.recorded)
  return auditedPart(endpoint, answer instanceof Answer ? answer.body : answer)
}

/** Leaves out the fields that the endpoint declares as not audited. */
const auditedPart = ({ unauditedFields = [] }: Endpoint, value: unknown): unknown =>
  unauditedFields.reduce((part, field) => without(part, field.split('.')), value)

function without(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || name === undefined || !(name in value)) return value
  const { [name]: field, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: without(field, rest) }
}
