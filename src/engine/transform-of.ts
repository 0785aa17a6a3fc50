import { z } from 'zod'

/**
 * One value made of another, for `pipe`; what is pushed to `issues` refuses it. `transform`, `preprocess` and
 * `superRefine` write a function into every value that they are shown, and V8 makes a function that is written into
 * a property in its old space: what it can reach, the whole body of a call, is then not collected young but promoted.
 */
export const transformOf = <I, O>(
  change: (value: I, issues: z.core.ParsePayload['issues']) => O,
): z.core.$ZodType<O, I> =>
  new z.core.$ZodTransform({
    type: 'transform',
    transform: (value, { issues }) => change(value as I, issues),
  }) as z.core.$ZodType<O, I>
