/** Prices: the built-in and imported lists, overrides, the cost ledger, and repricing. */

import type { Handlers } from '../http/handler.ts'
import { readPriceLedger } from './ledger.ts'
import { modelHandlers } from './models.ts'
import { overrideHandlers } from './overrides.ts'
import { priceListHandlers } from './price-lists.ts'
import { repriceRequests } from './reprice.ts'

export { importPriceList } from './import-list.ts'
export { createPricer } from './pricer.ts'
export { repriceWindow } from './reprice.ts'

export const priceHandlers = {
  ...modelHandlers,
  ...overrideHandlers,
  ...priceListHandlers,
  readPriceLedger,
  repriceRequests,
} satisfies Partial<Handlers>
