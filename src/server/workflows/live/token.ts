import { SealedValueError, type SecretBox } from '../../sealing/index.ts'
import type { WorkspaceId } from '../../workspace-id.ts'

export interface Grant {
  readonly workspace: WorkspaceId
  /** The only channel for which the token is valid. */
  readonly channel: string
  readonly expires: number
  /** The key or session that asked for the token; absent in tokens of older versions. */
  readonly caller?: TokenCaller
}

export type TokenCaller =
  | { readonly kind: 'key'; readonly id: number }
  | { readonly kind: 'session'; readonly hash: string }

const sealContext = (workspace: number) => ({ table: 'websocket', workspace, row: 'token' })

/** Makes a token that no process has to store: any process with the same secret key can open it. */
export function makeToken(secrets: SecretBox, { workspace, ...rest }: Grant): string {
  const sealed = secrets.seal(JSON.stringify(rest), sealContext(workspace))
  return `${workspace}.${Buffer.from(sealed).toString('base64url')}`
}

/** Opens a token; null if it is not valid. */
export function openToken(secrets: SecretBox, token: string): Grant | null {
  const [, workspace, sealed] = /^([1-9]\d{0,14})\.([\w-]{1,2000})$/.exec(token) ?? []
  if (workspace === undefined) return null
  try {
    const bytes = Buffer.from(sealed!, 'base64url')
    // Refuses a token whose last character has bits that decoding ignores.
    if (bytes.toString('base64url') !== sealed) return null
    const text = secrets.open(bytes, sealContext(Number(workspace)))
    return { ...(JSON.parse(text) as Omit<Grant, 'workspace'>), workspace: Number(workspace) as WorkspaceId }
  } catch (error) {
    if (error instanceof SealedValueError) return null
    throw error
  }
}
