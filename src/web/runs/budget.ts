/** The limits of one run; money is decimal text. */
export interface Budget {
  readonly cost?: string
  readonly calls?: number
}

const amount = /^\d{1,12}(\.\d{1,18})?$/
const count = /^\d{1,12}$/

const withoutSigns = (typedText: string) => typedText.trim().replace(/^\$/, '')

/** The error of a typed limit; an empty field is no limit. */
export function budgetProblem(of: 'cost' | 'calls', typedText: string): string | undefined {
  const text = withoutSigns(typedText)
  if (text === '' || (of === 'cost' ? amount : count).test(text)) return undefined
  return of === 'cost' ? 'Write an amount such as 2.50.' : 'Write a whole number.'
}

export function readBudget(cost: string, calls: string): Budget | null {
  const [money, most] = [withoutSigns(cost), withoutSigns(calls)]
  if (money === '' && most === '') return null
  return { ...(money !== '' && { cost: money }), ...(most !== '' && { calls: Number(most) }) }
}
