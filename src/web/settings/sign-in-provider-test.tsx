import { useMutation } from '@tanstack/react-query'
import { type Answer, call } from '../api/index.ts'
import { Badge, Button, Problem } from '../design/index.ts'

type Check = Answer<'testSignInProvider'>['checks'][number]

/** Asks the server to test its identity provider, and lists its checks. */
export function SignInProviderTest() {
  const test = useMutation({
    mutationFn: () => call('testSignInProvider', { body: { opened_at: location.origin } }),
  })
  return (
    <section aria-label="Test of the identity provider" className="flex flex-col gap-2">
      <div>
        <Button isBusy={test.isPending} onClick={() => test.mutate()}>
          Test
        </Button>
      </div>
      {test.error && <Problem error={test.error} className="m-0" />}
      {test.data && (
        <output className="flex flex-col gap-2">
          <p className="font-medium">{headline(test.data)}</p>
          <ul className="flex flex-col gap-1 rounded-lg border bg-surface p-3 text-small">
            {test.data.checks.map((check) => (
              <li key={check.name} className="grid grid-cols-[84px_1fr] items-baseline gap-2">
                <Badge tone={tones[check.outcome]} className="mr-auto">
                  {outcomeNames[check.outcome]}
                </Badge>
                <span className="min-w-0 break-words">{check.message}</span>
              </li>
            ))}
          </ul>
        </output>
      )}
    </section>
  )
}

const tones = { passed: 'good', failed: 'bad', unknown: 'neutral' } as const
const outcomeNames: Readonly<Record<Check['outcome'], string>> = {
  passed: 'Passed',
  failed: 'Failed',
  unknown: 'Not checked',
}

const headline = ({ problem, checks }: Answer<'testSignInProvider'>): string =>
  problem ??
  (checks.some(({ outcome }) => outcome === 'unknown')
    ? 'No problem found. The other checks need a sign-in.'
    : 'People can sign in through the provider.')
