import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

/** Told which of our `text-` classes are sizes; it would take them for colours, and drop one of the two. */
const merge = extendTailwindMerge({
  extend: { theme: { text: ['tiny', 'small', 'body', 'heading', 'title', 'figure'] } },
})

/** Classes put together; of two that set the same thing the later one counts. */
export const classNames = (...values: ClassValue[]): string => merge(clsx(values))
