import { SealedValueError, type SecretBox } from '../../edge/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

export interface Grant {
  readonly workspace: WorkspaceId
  /** The only channel that the token allows. */
  readonly channel: string
  readonly expires: number
  /** Key or session that requested the token; older tokens have none. */
  readonly caller?: TokenCaller
}

export type TokenCaller =
  | { readonly kind: 'key'; readonly id: number }
  | { readonly kind: 'session'; readonly hash: string }

const sealContext = (workspace: number) => ({ table: 'websocket', workspace, row: 'token' })

/** A stateless token: any process with the same key can open it. */
export function makeToken(secrets: SecretBox, { workspace, ...rest }: Grant): string {
  const sealed = secrets.seal(JSON.stringify(rest), sealContext(workspace))
  return `${workspace}.${Buffer.from(sealed).toString('base64url')}`
}

/** Null: not a valid token. */
export function openToken(secrets: SecretBox, token: string): Grant | null {
  const [, workspace, sealed] = /^([1-9]\d{0,14})\.([\w-]{1,2000})$/.exec(token) ?? []
  if (workspace === undefined) return null
  try {
    const bytes = Buffer.from(sealed!, 'base64url')
    // Rejects a last character with ignored bits.
    if (bytes.toString('base64url') !== sealed) return null
    const text = secrets.open(bytes, sealContext(Number(workspace)))
    return { ...(JSON.parse(text) as Omit<Grant, 'workspace'>), workspace: Number(workspace) as WorkspaceId }
  } catch (error) {
    if (error instanceof SealedValueError) return null
    throw error
  }
}
