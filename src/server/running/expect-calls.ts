import type { Context } from '../context.ts'

/** Models are likely to be called soon: what the first call, and the first answer, would wait for is loaded meanwhile. */
export function expectCalls({ models, prices }: Pick<Context, 'models' | 'prices'>): void {
  if (models.expect()) prices.expect()
}
