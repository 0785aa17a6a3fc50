import { type ConfigField, describeConfig, paidTypeNames } from '../../engine/columns/config/describe.ts'
import { type ColumnTypeName, columnTypeNames, unpublishedTypeNames } from '../../engine/columns/names.ts'

/** The build puts the values below in place of this module (`scripts/module-values.ts`), without the column types. */

export const configFields = Object.fromEntries(
  [...columnTypeNames, ...unpublishedTypeNames].map((type) => [type, describeConfig(type)]),
) as Readonly<Record<ColumnTypeName, readonly ConfigField[]>>

/** Types that cost money or call other systems. */
export const paidTypes: readonly ColumnTypeName[] = paidTypeNames()
