import { type MutationFunction, useMutation } from '@tanstack/react-query'
import { invalidate } from '../api/index.ts'
import { toast } from '../design/index.ts'

interface More<A> {
  readonly done?: string
  readonly onSuccess?: (answer: A) => void
  /** True if a form shows the error; otherwise a toast does. */
  readonly isForm?: boolean
}

/** A mutation that invalidates a list. */
export function useChange<A, G>(list: string, change: MutationFunction<A, G>, more: More<A> = {}) {
  return useMutation({
    mutationFn: change,
    onSuccess: (answer: A) => {
      void invalidate([list])
      if (more.done) toast(more.done)
      more.onSuccess?.(answer)
    },
    onError: (error: Error) => {
      if (!more.isForm) toast(error.message, { isProblem: true })
    },
  })
}
