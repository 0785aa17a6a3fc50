import type { Role } from '../../contract/index.ts'

export interface PersonRow {
  id: string
  name: string
  email: string
  /** Lower case: one account for an address, however it is written. */
  email_key: string
  /** Null for who signs in elsewhere only. */
  password_hash: string | null
  created_at: number
  may_make_workspaces: number
  /** Closes accounts, and grants rights and the server's provider keys. */
  is_installation_admin: number
  /** Null while the account is open. */
  closed_at: number | null
}

/** Who a person is at an identity provider. */
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
  /** Where the person is at work; a session is in one workspace at a time. */
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
  /** The name of a person, as it was then. */
  invited_by: string | null
}

export interface SetupCodeRow {
  code_hash: string
  created_at: number
}

export interface SignInAttemptsRow {
  /** An account from an address of the network. */
  subject: string
  failures: number
  since: number
}

export interface AuditEventRow {
  workspace_id: number
  id: number
  at: number
  actor_kind: 'person' | 'key' | 'nobody'
  actor_id: string
  actor_name: string
  operation: string
  params: string
  given: string
  before: string
  /** Null until the answer is known; it follows the change itself. */
  after: string | null
}
