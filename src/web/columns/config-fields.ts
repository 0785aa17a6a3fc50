import { type ConfigField, describeConfig, paidTypeNames } from '../../engine/columns/config/describe.ts'
import { type ColumnTypeName, columnTypeNames, unpublishedTypeNames } from '../../engine/columns/names.ts'

/** The build replaces this module by its values (`scripts/module-values.ts`), so that the column types are not loaded. */

export const configFields = Object.fromEntries(
  [...columnTypeNames, ...unpublishedTypeNames].map((type) => [type, describeConfig(type)]),
) as Readonly<Record<ColumnTypeName, readonly ConfigField[]>>

/** Types that cost money or call other systems. */
export const paidTypes: readonly ColumnTypeName[] = paidTypeNames()
