import { hash } from 'node:crypto'
import { SealedValueError, type SecretBox } from '../edge/index.ts'

/** How long a caller may think it over. */
const life = 15 * 60_000

interface Asked {
  /** The sheet as it was when the number of cells was told. */
  readonly version: number
  /** SHA-256 of what was asked for. */
  readonly request: string
  readonly until: number
}

export interface Confirmable {
  readonly workspace: number
  readonly sheet: string
  readonly version: number
  /** What was asked for, as JSON. */
  readonly request: unknown
}

const contextOf = ({ workspace, sheet }: Confirmable) => ({
  table: 'sheet_confirmations',
  workspace,
  row: sheet,
})
const digestOf = ({ request }: Confirmable) => hash('sha256', JSON.stringify(request), 'hex')

/** Sealed, so that a caller can neither make one nor read what is in it, and no process has to remember it. */
export function makeToken(secrets: SecretBox, asked: Confirmable, now: number): string {
  const content: Asked = { version: asked.version, request: digestOf(asked), until: now + life }
  return Buffer.from(secrets.seal(JSON.stringify(content), contextOf(asked))).toString('base64url')
}

/** Whether the token was given for just this, and still holds. */
export function isConfirmed(
  secrets: SecretBox,
  token: string | null,
  asked: Confirmable,
  now: number,
): boolean {
  if (token === null) return false
  try {
    const opened = secrets.open(new Uint8Array(Buffer.from(token, 'base64url')), contextOf(asked))
    const { version, request, until } = JSON.parse(opened) as Asked
    return version === asked.version && request === digestOf(asked) && now <= until
  } catch (error) {
    if (error instanceof SealedValueError) return false
    throw error
  }
}
