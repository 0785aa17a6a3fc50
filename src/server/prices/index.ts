/** Prices: the built-in and imported lists, overrides, the cost ledger, and repricing. */

import type { Handlers } from '../http/handler.ts'
import { readPriceLedger } from './ledger.ts'
import { models } from './models.ts'
import { overrides } from './overrides.ts'
import { priceLists } from './price-lists.ts'
import { repriceRequests } from './reprice.ts'

export { importPriceList } from './import-list.ts'
export { createPricer } from './pricer.ts'
export { repriceWindow } from './reprice.ts'

export const priceHandlers = {
  ...models,
  ...overrides,
  ...priceLists,
  readPriceLedger,
  repriceRequests,
} satisfies Partial<Handlers>
