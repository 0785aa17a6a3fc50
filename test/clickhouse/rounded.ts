/** The value with its numbers rounded to nine digits, because the storages add numbers in different orders. */
export const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, inner) =>
    typeof inner === 'number' && !Number.isInteger(inner) ? Number(inner.toPrecision(9)) : inner,
  )
