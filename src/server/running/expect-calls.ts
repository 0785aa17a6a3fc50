import type { Context } from '../context.ts'

/** Preloads the modules that the first model call and its answer need. */
export function expectCalls({ models, prices }: Pick<Context, 'models' | 'prices'>): void {
  if (models.expect()) prices.expect()
}
