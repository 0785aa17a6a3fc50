import { SealedValueError, type SecretBox } from '../../edge/index.ts'
import type { WorkspaceId } from '../../http/caller.ts'

export interface Grant {
  readonly workspace: WorkspaceId
  /** The one channel that may be listened to. */
  readonly channel: string
  readonly expires: number
  /** Whose key or session asked for the token; absent from tokens of older versions. */
  readonly caller?: TokenCaller
}

export type TokenCaller =
  | { readonly kind: 'key'; readonly id: number }
  | { readonly kind: 'session'; readonly hash: string }

const sealedFor = (workspace: number) => ({ table: 'websocket', workspace, row: 'token' })

/** Any process with the same key opens it; none of them keeps anything. */
export function makeToken(secrets: SecretBox, { workspace, ...rest }: Grant): string {
  const sealed = secrets.seal(JSON.stringify(rest), sealedFor(workspace))
  return `${workspace}.${Buffer.from(sealed).toString('base64url')}`
}

/** Null for anything that `makeToken` did not make. */
export function openToken(secrets: SecretBox, token: string): Grant | null {
  const [, workspace, sealed] = /^([1-9]\d{0,14})\.([\w-]{1,2000})$/.exec(token) ?? []
  if (workspace === undefined) return null
  try {
    const bytes = Buffer.from(sealed!, 'base64url')
    // A last character that holds no whole byte would be ignored.
    if (bytes.toString('base64url') !== sealed) return null
    const text = secrets.open(bytes, sealedFor(Number(workspace)))
    return { ...(JSON.parse(text) as Omit<Grant, 'workspace'>), workspace: Number(workspace) as WorkspaceId }
  } catch (error) {
    if (error instanceof SealedValueError) return null
    throw error
  }
}
