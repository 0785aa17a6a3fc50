import { PatternBudgetError } from '../pattern-error.ts'

/** Nodes visited and characters read by one evaluation; a tenth of a second at worst. */
const MAX_STEPS = 1_000_000

export class XPathBudget {
  private left = MAX_STEPS

  step(count = 1): void {
    this.left -= count
    if (this.left < 0) throw new PatternBudgetError('visits more nodes than allowed')
  }
}
