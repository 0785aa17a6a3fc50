import type { Context } from '../context.ts'

/** Preloads the modules that the first model call and its answer need. */
export function preloadCalls({ models, prices }: Pick<Context, 'models' | 'prices'>): void {
  if (models.preload()) prices.preload()
}
