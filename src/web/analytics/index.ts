/** Charts over time and by group, the cost ledger and prices. */

export { PriceDialog } from './costs/price-dialog.tsx'
export { RepriceDialog } from './costs/reprice-dialog.tsx'
