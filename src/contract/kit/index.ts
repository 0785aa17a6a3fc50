export * from './bounded-list.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './fields.ts'
