import { apiKeyColumn, headersColumn } from './connections/index.ts'
import { valueColumn } from './environment/index.ts'
import { keyColumn } from './masking/index.ts'
import type { SealedColumn } from './secrets/index.ts'

/** All columns with sealed values, for key rotation. */
export const sealedColumns: readonly SealedColumn[] = [apiKeyColumn, headersColumn, valueColumn, keyColumn]
