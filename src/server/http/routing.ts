import type { Endpoint } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Log } from '../log.ts'
import type { Audit } from './audit.ts'
import type { Load } from './back-pressure.ts'
import type { BodyLimiter } from './body/body-limiter.ts'
import type { CallTurns } from './call-turns.ts'
import type { Authenticate } from './caller.ts'
import type { KeyRates } from './key-rates.ts'

/** Services that all endpoints share. */
export interface Routing {
  readonly context: Context
  readonly authenticate: Authenticate
  readonly load: () => Load
  readonly bodyLimiter: BodyLimiter
  readonly callTurns: CallTurns
  readonly keyRates: KeyRates
  readonly log: Log
  /** Records changes in the audit log. */
  readonly audit?: Audit
  /** Called with each response before it is sent. Tests check here that it fits the contract. */
  readonly inspect?: (endpoint: Endpoint, status: number, text: string) => void
}
