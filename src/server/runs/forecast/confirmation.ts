import { hash } from 'node:crypto'
import { SealedValueError, type SecretBox } from '../../sealing/index.ts'

/** Milliseconds for which a token is valid. */
const lifetime = 15 * 60_000

interface TokenContent {
  /** The version count of the sheet when the caller was shown the number of cells. */
  readonly version: number
  /** SHA-256 of the confirmed request. */
  readonly request: string
  readonly until: number
}

export interface Confirmable {
  readonly workspace: number
  readonly sheet: string
  readonly version: number
  /** The request to confirm, which is hashed as JSON. */
  readonly request: unknown
}

const contextOf = ({ workspace, sheet }: Confirmable) => ({
  table: 'sheet_confirmations',
  workspace,
  row: sheet,
})
const digestOf = ({ request }: Confirmable) => hash('sha256', JSON.stringify(request), 'hex')

/** Makes a sealed token, so that callers can neither forge nor read it, and no process has to store it. */
export function makeToken(secrets: SecretBox, subject: Confirmable, now: number): string {
  const content: TokenContent = {
    version: subject.version,
    request: digestOf(subject),
    until: now + lifetime,
  }
  return Buffer.from(secrets.seal(JSON.stringify(content), contextOf(subject))).toString('base64url')
}

/** True if the token was made for this request and is still valid. */
export function isConfirmed(
  secrets: SecretBox,
  token: string | null,
  subject: Confirmable,
  now: number,
): boolean {
  if (token === null) return false
  try {
    const opened = secrets.open(new Uint8Array(Buffer.from(token, 'base64url')), contextOf(subject))
    const { version, request, until } = JSON.parse(opened) as TokenContent
    return version === subject.version && request === digestOf(subject) && now <= until
  } catch (error) {
    if (error instanceof SealedValueError) return false
    throw error
  }
}
