import type { Handlers } from '../http/handler.ts'
import { readPriceLedger } from './ledger.ts'
import { overrides } from './overrides.ts'
import { repriceRequests } from './reprice.ts'

export { createPricer, type Pricer } from './pricer.ts'
export { repriceWindow } from './reprice.ts'

export const priceHandlers = {
  ...overrides,
  readPriceLedger,
  repriceRequests,
} satisfies Partial<Handlers>
