/** `endpointsOf`, error bodies, and fields with meaning (ids, times, queries). */

export * from '../../engine/bounded.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './export-media-types.ts'
export * from './fields.ts'
export * from './forecast-figures.ts'
export * from './named.ts'
export * from './numbers-for-objects.ts'
export * from './role.ts'
export * from './search-page.ts'
