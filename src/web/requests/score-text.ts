interface Scored {
  readonly type: 'number' | 'boolean' | 'category' | 'text'
  readonly value: number | boolean | string
}

export const scoreText = ({ value }: Scored): string =>
  typeof value === 'boolean'
    ? value
      ? 'yes'
      : 'no'
    : typeof value === 'number'
      ? value.toLocaleString('en', { maximumFractionDigits: 4 })
      : value.slice(0, 60)
