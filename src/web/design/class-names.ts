import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Classes put together; of two that set the same thing the later one counts. */
export const classNames = (...values: ClassValue[]): string => twMerge(clsx(values))
