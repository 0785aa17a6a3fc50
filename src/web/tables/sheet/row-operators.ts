import type { RowOperator } from '../../../engine/sheet/rows/row-operators.ts'

export const operatorNames: Readonly<Record<RowOperator, string>> = {
  contains: 'contains',
  not_contains: 'does not contain',
  is: 'is',
  is_not: 'is not',
  above: 'is above',
  below: 'is below',
  empty: 'is empty',
  not_empty: 'is not empty',
  passes: 'passes',
  fails: 'fails',
  failed: 'has failed',
  stale: 'is stale',
  other_version: 'is of another prompt version',
}
