import type { Context } from '../context.ts'
import type { Database, Tx } from '../db/index.ts'
import type { Visitor } from '../http/handler.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { findFirstWorkspace } from '../workspaces/index.ts'
import { countAttempt } from './attempt-queries.ts'
import { insertEvent } from './audit-queries.ts'
import { selectWorkspacesOf } from './queries.ts'

export interface EntryEvent {
  readonly workspace: number
  readonly actor:
    | { readonly kind: 'person'; readonly id: string; readonly name: string }
    | { readonly kind: 'nobody' }
  readonly operation: 'set_up' | 'sign_in' | 'sign_in_failed' | 'accept_invitation'
  /** The content of the call, without passwords and tokens. */
  readonly input: Readonly<Record<string, unknown>>
}

/** Records an audit event in a transaction, for operations without a caller. */
export async function recordEvent(
  { store, now, changes }: Context,
  tx: Tx,
  { workspace, actor, operation, input }: EntryEvent,
): Promise<void> {
  const nullText = JSON.stringify(null)
  await insertEvent(tx, {
    workspace_id: workspace,
    id: await store.nextId(tx, 'audit_event_ids'),
    at: now(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'person' ? actor.id : '',
    actor_name: actor.kind === 'person' ? actor.name : '',
    operation,
    params: '{}',
    given: JSON.stringify(input),
    before: nullText,
    after: nullText,
  })
  changes.notify(workspace as WorkspaceId)
}

export interface SignIn {
  readonly person: string
  readonly name: string
  readonly workspace: number
  readonly visitor: Visitor
  readonly by: 'password' | 'oidc'
}

export const recordSignIn = (context: Context, tx: Tx, { person, name, workspace, visitor, by }: SignIn) =>
  recordEvent(context, tx, {
    workspace,
    actor: { kind: 'person', id: person, name },
    operation: 'sign_in',
    input: { by, address: visitor.address },
  })

/** Maximum failed sign-ins that are recorded in a workspace in an hour, so that an attacker cannot flood the log. */
const maxFailures = 100
const hour = 3_600_000

export interface FailedSignIn {
  /** Null if no account has the address. The address is then not recorded, because it may be a password in the wrong field. */
  readonly person: { readonly id: string; readonly email: string } | null
  readonly address: string
  /** True for the last wrong password before further ones are refused. */
  readonly isLast: boolean
}

/** Records the failure in the person's first workspace, or in the oldest workspace. */
export async function recordFailedSignIn(
  context: Context,
  tx: Tx,
  { person, address, isLast }: FailedSignIn,
) {
  const workspace = await workspaceOf(tx, person)
  if (workspace === undefined) return
  const count = await countAttempt(tx, `log:${workspace}`, context.now(), hour)
  if (count > maxFailures) return
  await recordEvent(context, tx, {
    workspace,
    actor: { kind: 'nobody' },
    operation: 'sign_in_failed',
    input: {
      person_id: person?.id ?? null,
      email: person?.email ?? null,
      address,
      ...(isLast && { locked_minutes: 15 }),
      ...(count === maxFailures && { further: 'not recorded for up to an hour' }),
    },
  })
}

async function workspaceOf(db: Database, person: FailedSignIn['person']): Promise<number | undefined> {
  const [first] = person ? await selectWorkspacesOf(db, person.id) : []
  return first?.id ?? (await findFirstWorkspace(db))?.id
}
