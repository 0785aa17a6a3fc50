import { useMutation } from '@tanstack/react-query'
import { invalidate } from '../api/index.ts'
import { toast, toastProblem } from '../design/index.ts'

type Message = string | readonly [text: string, options: Parameters<typeof toast>[1]]

interface ChangeOptions<Answer, Input> {
  /** The keys of the queries that read the changed data. */
  readonly keys?: readonly (string | readonly unknown[])[]
  /** The toast after the change. */
  readonly done?: Message | ((answer: Answer, input: Input) => Message)
  readonly onSuccess?: (answer: Answer, input: Input) => unknown
}

/** A call that changes data, for a form that shows the error itself. */
export const useFormChange = <Answer, Input = void>(
  change: (input: Input) => Promise<Answer>,
  {
    keys = [],
    done,
    onSuccess,
    ...options
  }: ChangeOptions<Answer, Input> & { readonly onError?: (error: Error) => void } = {},
) =>
  useMutation({
    ...options,
    mutationFn: (input: Input) => change(input),
    onSuccess: (answer, input) => {
      void invalidate(...keys)
      const message = typeof done === 'function' ? done(answer, input) : done
      if (typeof message === 'string') toast(message)
      else if (message) toast(...message)
      return onSuccess?.(answer, input)
    },
  })

/** A call that changes data. A toast shows its error. */
export const useChange = <Answer, Input = void>(
  change: (input: Input) => Promise<Answer>,
  options: ChangeOptions<Answer, Input> = {},
) => useFormChange(change, { ...options, onError: toastProblem })
