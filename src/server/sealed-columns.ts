import { apiKeyColumn, headersColumn } from './connections/index.ts'
import { valueColumn } from './environment/index.ts'
import type { SealedColumn } from './secrets/index.ts'

/** Every column of sealed values, so that a rotation of keys misses none. */
export const sealedColumns: readonly SealedColumn[] = [apiKeyColumn, headersColumn, valueColumn]
