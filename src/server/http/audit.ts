import type { Endpoint } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Store, Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { StreamedJson } from './body/streamed-json.ts'
import type { Actor } from './caller.ts'
import type { Call, HandlerOf, Reply } from './handler.ts'
import { Answer, ChangeAnswer } from './handler.ts'

/** A change to record in the audit log. */
export interface Change {
  readonly workspace: WorkspaceId
  readonly actor: Actor
  readonly operation: string
  readonly params: unknown
  readonly input: unknown
  /** The answer of the reading operation of the same address before the change. */
  readonly before: unknown
}

export interface Audit {
  /** Writes the event in the transaction of the change, with the response if it is known already. Returns the event's id. */
  record(store: Store, tx: Tx, change: Change, after?: unknown): Promise<number>
  /** Adds the response, after the change is committed. */
  complete(store: Store, workspace: WorkspaceId, id: number, after: unknown): Promise<void>
  /** Notifies listeners that an event is complete. */
  notify(workspace: WorkspaceId, id: number): void
  /** The handler that reads the entity that an endpoint changes; undefined if the endpoint's address has no reading operation. */
  readerOf(endpoint: Endpoint): HandlerOf<Endpoint> | undefined
}

/** Runs a handler and writes the audit event in the transaction of the handler's change. */
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
    // Writes the event in the first transaction of the call. A rollback removes the event too.
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

/** If the transaction returns an `Answer`, the answer is the response, so no further commit is needed. */
const afterIn = (endpoint: Endpoint, result: unknown): unknown =>
  result instanceof Answer ? auditedPart(endpoint, result.body) : undefined

async function readBefore(reader: HandlerOf<Endpoint> | undefined, context: Context, call: Call) {
  if (!reader) return null
  try {
    const answer = await reader(context, { ...call, query: {} as never, body: undefined as never })
    return answer instanceof Answer ? answer.body : answer
  } catch {
    // The entity does not exist. The change will be refused.
    return null
  }
}

function afterOf(endpoint: Endpoint, answer: Reply<Endpoint>): unknown {
  if (answer instanceof StreamedJson) return auditedPart(endpoint, answer.recorded)
  return auditedPart(endpoint, answer instanceof Answer ? answer.body : answer)
}

/** Leaves out the fields that the endpoint declares as not audited. */
const auditedPart = ({ unauditedFields = [] }: Endpoint, value: unknown): unknown =>
  unauditedFields.reduce((part, field) => withoutField(part, field.split('.')), value)

function withoutField(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || name === undefined || !(name in value)) return value
  const { [name]: field, ...others } = value as Record<string, unknown>
  return rest.length === 0 ? others : { ...others, [name]: withoutField(field, rest) }
}
