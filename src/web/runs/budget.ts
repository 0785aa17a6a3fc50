/** The limits of one run; money is decimal text. */
export interface Budget {
  readonly cost?: string
  readonly calls?: number
}

const amount = /^\d{1,12}(\.\d{1,18})?$/
const count = /^\d{1,12}$/

const withoutSigns = (typedText: string) => typedText.trim().replace(/^\$/, '')

/** The error of a typed limit; an empty field is no limit. */
export function budgetProblem(kind: 'cost' | 'calls', typedText: string): string | undefined {
  const text = withoutSigns(typedText)
  if (text === '' || (kind === 'cost' ? amount : count).test(text)) return undefined
  return kind === 'cost' ? 'Enter an amount such as 2.50.' : 'Enter a whole number.'
}

export function readBudget(cost: string, calls: string): Budget | null {
  const [maxCost, maxCalls] = [withoutSigns(cost), withoutSigns(calls)]
  if (maxCost === '' && maxCalls === '') return null
  return { ...(maxCost !== '' && { cost: maxCost }), ...(maxCalls !== '' && { calls: Number(maxCalls) }) }
}
