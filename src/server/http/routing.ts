import type { Endpoint } from '../../contract/index.ts'
import type { Context } from '../context.ts'
import type { Audit } from './audit.ts'
import type { Load } from './back-pressure.ts'
import type { BodyRoom } from './body-room.ts'
import type { Authenticate } from './caller.ts'
import type { KeyRates } from './key-rates.ts'
import type { Log } from './log.ts'

/** What all endpoints are served with. */
export interface Routing {
  readonly context: Context
  readonly authenticate: Authenticate
  readonly load: () => Load
  readonly bodyRoom: BodyRoom
  readonly keyRates: KeyRates
  readonly log: Log
  /** Records changes, with what was there before. */
  readonly audit?: Audit
  /** Called with every answer before it leaves; tests check it against the contract here. */
  readonly inspect?: (endpoint: Endpoint, status: number, text: string) => void
}
