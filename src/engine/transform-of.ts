import { z } from 'zod'

/**
 * Maps one value to another, for `pipe`; issues pushed to `issues` refuse it. `transform`, `preprocess` and `superRefine`
 * store a function in each checked value, which makes V8 promote the whole body instead of collecting it young.
 */
export const transformOf = <I, O>(
  change: (value: I, issues: z.core.ParsePayload['issues']) => O,
): z.core.$ZodType<O, I> =>
  new z.core.$ZodTransform({
    type: 'transform',
    transform: (value, { issues }) => change(value as I, issues),
  }) as z.core.$ZodType<O, I>
