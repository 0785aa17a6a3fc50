import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryObserver } from '@tanstack/react-query'
import { RefetchingClient } from './refetching-client.ts'

describe('an invalidation during a fetch', () => {
  const started = () => {
    const client = new RefetchingClient()
    const answers: PromiseWithResolvers<string>[] = []
    const options = {
      queryKey: ['score'],
      queryFn: () => {
        const answer = Promise.withResolvers<string>()
        answers.push(answer)
        return answer.promise
      },
    }
    const answered = async (index: number, text: string) => {
      answers[index]!.resolve(text)
      await answers[index]!.promise
      // Later callbacks of the same promise, and the notifications of TanStack Query.
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return { client, answers, options, answered, shown: () => client.getQueryData(['score']) }
  }

  it('is followed by another fetch if it was the first fetch', async () => {
    const { client, answers, options, answered, shown } = started()
    const leave = new QueryObserver(client, options).subscribe(() => {})
    for (let times = 0; times < 3; times++) void client.invalidateQueries({ queryKey: ['score'] })
    assert.equal(answers.length, 1)
    await answered(0, 'old')
    assert.deepEqual([shown(), answers.length], ['old', 2])
    await answered(1, 'new')
    assert.deepEqual([shown(), answers.length], ['new', 2])
    leave()
  })

  it('is kept for the screen that shows prefetched data', async () => {
    const { client, answers, options, answered, shown } = started()
    void client.prefetchQuery(options)
    void client.invalidateQueries({ queryKey: ['score'] })
    await answered(0, 'old')
    const leave = new QueryObserver(client, { ...options, staleTime: 60_000 }).subscribe(() => {})
    await answered(1, 'new')
    assert.deepEqual([shown(), answers.length], ['new', 2])
    leave()
  })

  it('is followed by another fetch if the fetch under way is not to be restarted', async () => {
    const { client, answers, options, answered, shown } = started()
    const leave = new QueryObserver(client, options).subscribe(() => {})
    await answered(0, 'first')
    void client.invalidateQueries({ queryKey: ['score'] })
    void client.invalidateQueries({ queryKey: ['score'] }, { cancelRefetch: false })
    assert.equal(answers.length, 2)
    await answered(1, 'old')
    assert.equal(answers.length, 3)
    await answered(2, 'new')
    assert.equal(shown(), 'new')
    leave()
  })
})
