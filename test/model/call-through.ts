import { callWithRetries, type ModelOutcome } from '../../src/server/model/call-with-retries.ts'
import type { ModelReply } from '../../src/server/model/provider.ts'
import type { ModelSlots, SlotRequest } from '../../src/server/model/slots/index.ts'

/** Makes a call through the server's code, with a provider of the test. */
export function callThrough(
  slots: ModelSlots,
  request: SlotRequest,
  attempt: () => Promise<ModelReply>,
): Promise<ModelOutcome> {
  const { signal } = request
  return slots.run(request, (takeSlot) =>
    callWithRetries(attempt, { attempts: 3, deadlineMilliseconds: 10_000_000, signal, takeSlot }, world),
  )
}

const world = {
  now: () => Date.now(),
  sleep: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  random: () => 0,
}

export const reply = (response: unknown): ModelReply => ({
  response,
  usage: null,
  finishReason: null,
  model: 'a model',
})
