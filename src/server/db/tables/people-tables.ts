import type { Role } from '../../../contract/index.ts'
import type { ActorKind } from '../../../engine/actor-kind.ts'

export interface PersonRow {
  id: string
  name: string
  email: string
  /** The address in lower case, so that each address has one account. */
  email_key: string
  /** Null for people who only sign in by single sign-on. */
  password_hash: string | null
  created_at: number
  may_make_workspaces: number
  /** 1 if the person may close accounts, and grant rights and the server's provider keys. */
  is_installation_admin: number
  /** Null while the account is open. */
  closed_at: number | null
}

/** A person's identity at an identity provider. */
export interface IdentityRow {
  issuer: string
  subject: string
  person_id: string
}

export interface MemberRow {
  workspace_id: number
  person_id: string
  role: Role
  created_at: number
}

export interface SessionRow {
  /** SHA-256 of the token in the cookie. */
  token_hash: string
  person_id: string
  /** A session is in one workspace at a time. */
  workspace_id: number
  created_at: number
  last_seen_at: number
}

export interface InvitationRow {
  workspace_id: number
  id: string
  token_hash: string
  email: string
  role: Role
  created_at: number
  expires_at: number
  /** The name of the inviting person at the time of the invitation. */
  invited_by: string | null
}

export interface SetupCodeRow {
  code_hash: string
  created_at: number
}

export interface SignInAttemptsRow {
  /** The email address or the network address of the attempts. */
  subject: string
  failures: number
  since: number
}

export interface AuditEventRow {
  workspace_id: number
  id: number
  at: number
  actor_kind: ActorKind
  actor_id: string
  actor_name: string
  operation: string
  params: string
  given: string
  before: string
  /** The state after the change; null until the operation has ended. */
  after: string | null
}
