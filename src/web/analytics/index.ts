/** The one way to a price of one's own; the ledger and the settings open it. */
export { PriceDialog } from './costs/price-dialog.tsx'
export { RepriceDialog } from './costs/reprice-dialog.tsx'
