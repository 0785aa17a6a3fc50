/** In pixels; the same for all, so that where a cell stands is a product and not a sum. */
export const rowHeight = 32
export const headHeight = 32
export const columnWidth = 220
export const numberWidth = 56
